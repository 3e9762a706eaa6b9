/** The axis of positions for each pair of a head. */

import { show } from "../../api/arguments/check.ts";
import { counted } from "../../api/arguments/counted.ts";
import { power } from "../../api/rotary/elementary.ts";
import { isCount } from "../types/facts.ts";
import type { Axes, AxisWidths, Sections } from "../types/row.ts";
import type { ConfigObject } from "./config-object.ts";
import { type Draft, set } from "./draft.ts";
import type { Part } from "./part.ts";
import type { FileRule } from "./rules.ts";

/**
 * Sets M-RoPE's sections: those of the file, or the default of the class. The class's code decides whether they are
 * interleaved. Vision models have `axes` instead: equal parts of the head, each with its own frequencies. Diffusion models
 * have the widths of these parts. In some models pairs follow the axes in an order of their own.
 *
 * @returns Whether there can be a spec. If not, the part lists the field that was not understood.
 */
export function setSections(part: Part, { rule, name }: FileRule, draft: Draft): boolean {
  const { row } = part;
  if (row?.widths !== undefined) return setWidths(part, row.widths, { draft, kind: name });
  if (row?.axes === undefined) return setSectionsOfText(part, rule, draft);
  setAxes(row.axes, draft);
  return true;
}

function setSectionsOfText(part: Part, rule: ConfigObject | undefined, draft: Draft): boolean {
  const own = part.row?.sections;
  const isInTurns = own?.order === "in turns";
  const given =
    rule?.first("mrope_section") ?? (own === undefined ? undefined : part.file.first("mrope_section"));
  const flag = rule?.first("mrope_interleaved");
  if (own !== undefined && given === undefined && !setDefault(part, own, draft)) return false;
  set(draft, "sections", given);
  if (own?.order === "space first") setSpaceBeforeTime(draft);
  if (own === undefined) set(draft, "interleavedSections", flag);
  else if (isInTurns) draft.fields.interleavedSections = true;
  if (own !== undefined && flag !== undefined && flag.value !== isInTurns)
    part.misses(
      flag.path,
      `${flag.path} is ${show(flag.value)}, and the class of ${part.type} does otherwise`,
    );
  return true;
}

/**
 * Sets the class's default sections, which fit one width of heads. Axes that take turns are cut off after the last pair of
 * another width; others do not split it, and the class fails.
 */
function setDefault(part: Part, { counts: sections, order }: Sections, { fields }: Draft): boolean {
  const pairs = Number(fields.rotaryDim ?? fields.headDim) / 2;
  if (sections.reduce((a, b) => a + b) === pairs) {
    fields.sections = [...sections];
    return true;
  }
  if (order === "in turns" && isPairs(pairs)) {
    fields.sections = inTurns(sections, pairs);
    return true;
  }
  const path = part.file.pathOf("mrope_section");
  part.misses(
    path,
    `${path} is missing, and ${part.type} cannot run with ${counted(pairs, "pair")}: the sections of its class have ${sections.join(" + ")}`,
  );
  return false;
}

/** Pairs a, a + n, a + 2n, … of n axes belong to axis a, as many as it has or fit; the others to the first axis. */
function inTurns(sections: readonly number[], pairs: number): number[] {
  const others = sections.slice(1).map((count, i) => {
    const fitting = Math.floor((pairs - 2 - i) / sections.length) + 1;
    return Math.max(0, Math.min(count, fitting));
  });
  return [pairs - others.reduce((a, b) => a + b, 0), ...others];
}

/** ERNIE's three sections, of rows, columns and time: the pairs of rows and columns take turns. */
function setSpaceBeforeTime({ fields, paths }: Draft): void {
  const { sections } = fields;
  const isList = Array.isArray(sections) && sections.length === 3 && sections.every(isPairs);
  if (!isList || sections[0] !== sections[1]) return;
  const [each, , times] = sections;
  fields.axisOfPair = Array.from({ length: 2 * each + times }, (_, pair) =>
    pair < 2 * each ? 1 + (pair % 2) : 0,
  );
  fields.sections = undefined;
  paths.set("axisOfPair", paths.get("sections") ?? "mrope_section");
}

const isPairs = (count: unknown) =>
  Number.isInteger(count) && (count as number) >= 0 && (count as number) <= 32768;

/** Sets equal parts of the head, one for each axis. */
function setAxes({ count: axes, order }: Axes, { fields }: Draft): void {
  const pairs = Math.floor(Number(fields.headDim) / 2 / axes);
  fields.rotaryDim = 2 * axes * pairs;
  if (order === "columns") {
    fields.axisOfPair = [...new Array(pairs).fill(1), ...new Array(pairs).fill(0)];
  } else if (order !== undefined && order !== "strided") {
    fields.axisOfPair = new Array(pairs).fill(order).flat();
  } else {
    fields.sections = new Array(axes).fill(pairs);
  }
  if (order !== "strided") fields.restartSections = true;
  else
    fields.frequencyOfPair = Array.from(
      { length: axes * pairs },
      (_, i) => (i % pairs) * axes + Math.floor(i / pairs),
    );
}

/** More axes than any model has. */
const mostAxes = 16;

/** The widths of the axes; undefined if the field is not understood. */
export function widthsIn(
  part: Part,
  { field = "", shares = "sixths", axes }: AxisWidths,
  head: number,
): number[] | undefined {
  const said = field === "" ? sharesOf[shares](head) : part.get(field);
  const given = axes !== undefined && isPairs(said) ? new Array(axes).fill(2 * (said as number)) : said;
  const isList = Array.isArray(given) && given.length <= mostAxes && given.length > 0 && given.every(isWidth);
  return isList ? given : undefined;
}

interface OfKind {
  draft: Draft;
  /** The kind of layers, or `all`. */
  kind: string;
}

/** Sets the parts of the head by their widths. */
function setWidths(part: Part, rule: AxisWidths, { draft: { fields, paths }, kind }: OfKind): boolean {
  const { field = "", growth, refuses, inRow } = rule;
  const widths = widthsIn(part, rule, Number(fields.headDim));
  const isRefused = refuses !== undefined && part.said(refuses) === true;
  if (widths === undefined || isRefused) {
    part.unknown.push(part.file.pathOf(widths === undefined ? field : refuses!));
    return false;
  }
  fields.rotaryDim = widths.reduce((a, b) => a + b, 0);
  if (!inRow?.includes(kind)) {
    fields.sections = widths.map((width) => width / 2);
    fields.restartSections = true;
  }
  if (growth !== undefined && !setBases(part, growth, fields)) return false;
  for (const name of ["rotaryDim", "sections"]) paths.set(name, part.file.pathOf(field));
  return true;
}

/** The base of an axis with factor s grows as by NTK scaling, in its own channels. */
function setBases(part: Part, growth: string, fields: Draft["fields"]): boolean {
  const scales = part.get(growth);
  const pairs = fields.sections as number[];
  const isList =
    Array.isArray(scales) &&
    scales.length === pairs.length &&
    scales.every((s) => typeof s === "number" && s > 0 && Number.isFinite(s));
  if (!isList || pairs.some((count) => count < 2)) {
    part.unknown.push(part.file.pathOf(growth));
    return false;
  }
  fields.baseOfAxis = pairs.map((count, axis) => 10000 * power(scales[axis], count / (count - 1)));
  return true;
}

/** Bria's first axis has no channels. */
const isWidth = (width: unknown) => width === 0 || (isCount(width) && width % 2 === 0);

/** Widths for time, rows and columns. In Wan's sixths time has what rows and columns leave. */
const sharesOf = {
  sixths(head: number): number[] {
    const side = 2 * Math.floor(head / 6);
    return [head - 2 * side, side, side];
  },
  eighths(head: number): number[] {
    const side = 3 * Math.floor(head / 8);
    return [Math.floor(head / 4), side, side];
  },
};
