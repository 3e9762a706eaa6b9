/** The positions of tokens, by the rule of a model. */
import { checkNames, checkWord, readFields } from "../../api/arguments/check.ts";
import { type GridIds, type GridIdsOptions, gridIds, gridNames } from "./grid-ids.ts";
import { type GridRuleName, gridRules } from "./grid-rules.ts";
import {
  type ImageTextIds,
  type ImageTextIdsOptions,
  imageTextIds,
  imageTextNames,
  imageTextRules,
} from "./image-text-ids.ts";
import { type TextIds, type TextIdsOptions, textIds, textNames } from "./text-ids.ts";

/** A rule that gives tokens their positions, by the name of the model that it is from. */
export type PositionRule = "text" | keyof typeof imageTextRules | GridRuleName;

/** The names of all rules. */
const rules = (): PositionRule[] => [
  "text",
  ...(Object.keys(imageTextRules) as (keyof typeof imageTextRules)[]),
  ...(Object.keys(gridRules) as GridRuleName[]),
];

/**
 * The positions of tokens that a model uses: of text, with padding or packed; of text with images and videos (M-RoPE); of the
 * grids of diffusion models.
 *
 * @param options `rule`, and the tokens: `length`, `mask` or `boundaries` for text, else `segments`.
 * @returns `positions`, new arrays for the option of that name of `rotate`: one list, or one for each axis. Except for grids
 * also `next`, the position of the next token of text, `count`, the number of tokens, and `delta`, their difference.
 * @throws TypeError for an option that is missing, unknown, of another type, or in conflict with others; RangeError for a
 * number out of range, for lengths that do not fit together, for a segment that the rule has no positions for, and for more
 * than 2^27 numbers.
 * @example
 * positionIds({ mask: [0, 0, 1, 1, 1] }).positions; // Float64Array [0, 0, 0, 1, 2]
 * const prompt = positionIds({ rule: "qwen-2-vl", segments: [{ text: 2 }, { image: [1, 4, 6] }, { text: 1 }] });
 * prompt.positions[1]; // Float64Array [0, 1, 2, 2, 2, 3, 3, 3, 5]
 * prompt.delta; // -3
 */
export function positionIds(options: TextIdsOptions): TextIds;
export function positionIds(options: ImageTextIdsOptions): ImageTextIds;
export function positionIds(options: GridIdsOptions): GridIds;
export function positionIds(
  options: TextIdsOptions | ImageTextIdsOptions | GridIdsOptions,
): TextIds | ImageTextIds | GridIds {
  const fields = readFields("options", options);
  const rule = checkWord("rule", fields.get("rule"), rules(), "text");
  const given: Record<string, unknown> = Object.fromEntries(fields);
  const owner = fields.get("rule") === undefined ? "options" : rule;
  const allow = (names: readonly string[]) => checkNames(owner, fields, ["rule", ...names]);
  if (rule === "text") {
    allow(textNames);
    return textIds(given);
  }
  if (isImageText(rule)) {
    allow(imageTextNames(rule));
    return imageTextIds(rule, given);
  }
  allow(gridNames(rule));
  return gridIds(rule, given);
}

const isImageText = (rule: string): rule is keyof typeof imageTextRules =>
  Object.hasOwn(imageTextRules, rule);
