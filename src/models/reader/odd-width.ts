/** Odd numbers of channels: a class makes a frequency for each second channel, which is one more than there are pairs. */
import { power } from "../../api/rotary/elementary.ts";
import type { Draft } from "./draft.ts";
import type { Part } from "./part.ts";

/** Rules that change each frequency by itself, so that another base for another width gives the same ones. */
const byFrequency = ["none", "linear", "llama3"];

/**
 * Odd widths d: base^(−2i/d) for i = 0 … (d − 1)/2 rotates d + 1 channels in classes that take the width from their table,
 * with the base b^((d + 1)/d) of an even width. Other classes fail, as do all if the head has only d channels.
 *
 * @param rule The name of the rule.
 * @returns Whether there can be a spec. If not, the part lists the field.
 */
export function evenWidth(part: Part, { fields, paths }: Draft, rule: string): boolean {
  const { headDim: head, rotaryDim: width = head, base = 10000 } = fields;
  if (part.row === undefined || typeof width !== "number" || width % 2 !== 1 || isOfAxes(part)) return true;
  if (width === head) {
    const sentence = `${part.type} cannot run with heads of ${width} channels: its class makes a table for ${width + 1}`;
    part.misses(paths.get("headDim") ?? "head_dim", sentence);
    return false;
  }
  if (!part.row.odd || !byFrequency.includes(rule)) return true;
  fields.rotaryDim = width + 1;
  if (typeof base !== "number" || !(base > 0)) return true; // the spec says what is wrong with it
  fields.base = power(base, (width + 1) / width);
  part.notes.push(
    `${width} channels are odd: the class rotates ${width + 1} with the frequencies of ${width}, which is the base ${fields.base}`,
  );
  return true;
}

const isOfAxes = ({ row }: Part) => row?.axes !== undefined || row?.widths !== undefined;
