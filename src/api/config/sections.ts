/** The axis of positions for each pair of a head. */
import type { ConfigObject } from "./config-object.ts";
import { type Draft, set } from "./draft.ts";
import type { Part } from "./part.ts";

const listIn = (text: string) => text.split(",").map(Number);

/**
 * Sets M-RoPE's sections: those of the file, or the default of the class. The class's code decides whether they are
 * interleaved. Vision models have `axes` instead: equal parts of the head, each with its own frequencies.
 */
export function setSections(part: Part, rule: ConfigObject | undefined, draft: Draft): void {
  const axes = Number(part.supplied("axes") ?? 0);
  if (axes > 0) {
    setAxes(axes, draft);
    return;
  }
  const interleaved = part.supplied("interleaved");
  const supplied = interleaved ?? part.supplied("sections");
  const given = rule?.first("mrope_section");
  const flag = rule?.first("mrope_interleaved");
  if (supplied !== undefined && given === undefined && !setDefault(part, listIn(supplied), draft)) return;
  set(draft, "sections", given);
  if (supplied === undefined) set(draft, "interleavedSections", flag);
  else if (interleaved !== undefined) draft.fields.interleavedSections = true;
  if (supplied !== undefined && flag !== undefined && flag.value !== (interleaved !== undefined))
    part.misses(
      flag.path,
      `${flag.path} is ${flag.value}, and the class of ${part.row?.type} does otherwise`,
    );
}

/** Sets the class's default sections. They fit one width of heads; for another width only positions of text are known. */
function setDefault(part: Part, sections: number[], { fields }: Draft): boolean {
  const pairs = Number(fields.rotaryDim ?? fields.headDim) / 2;
  if (sections.reduce((a, b) => a + b) === pairs) {
    fields.sections = sections;
    return true;
  }
  const path = part.file.pathOf("mrope_section");
  part.misses(
    path,
    `${path} is missing, and that of ${part.row?.type} is not for ${pairs} pairs: the axes are not known`,
  );
  return false;
}

function setAxes(axes: number, { fields }: Draft): void {
  const pairs = Math.floor(Number(fields.headDim) / 2 / axes);
  fields.rotaryDim = 2 * axes * pairs;
  fields.sections = new Array(axes).fill(pairs);
  fields.restartSections = true;
}
