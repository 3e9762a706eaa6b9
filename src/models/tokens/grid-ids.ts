/** Positions in diffusion models and vision models, whose tokens stand in grids. */
import { checkFlag, type Unchecked } from "../../api/arguments/check.ts";
import { rangeError } from "../../api/arguments/errors.ts";
import { listsOf } from "./blocks.ts";
import { type GridRuleName, gridRules, type Placed } from "./grid-rules.ts";
import { checkSegments, type Segment } from "./segments.ts";

/** Options of rules for grids. */
export interface GridIdsOptions {
  /**
   * The rule, by the model that it is from; or `grid`, for any rows and columns, or frames, rows and columns, from 0.
   * `dino-v3` gives angles from −2π to 2π for the centres of patches.
   */
  rule: GridRuleName;
  /** The tokens in order. Grids are of tokens. */
  segments: readonly Segment[];
  /** Of `grid`: the distance between neighbours, one number or one for each axis, such as [24 / fps, 1, 1] in Cosmos. Default 1. */
  scale?: number | readonly number[] | undefined;
  /** Of `grid`: whether each side is centred at 0, from −⌈n/2⌉ to ⌊n/2⌋ − 1 before it is scaled. Default false. */
  centred?: boolean | undefined;
}

/** The positions of tokens in grids. */
export interface GridIds {
  /** A list for each axis: time, rows, columns, and with `flux-2` text; two axes in models of images alone. */
  positions: Float64Array<ArrayBuffer>[];
}

export const gridNames = (rule: GridRuleName): readonly string[] => [
  "segments",
  ...(gridRules[rule].options ?? []),
];

export function gridIds(
  rule: GridRuleName,
  { segments: given, scale, centred }: Unchecked<"segments" | "scale" | "centred">,
): GridIds {
  const { fields, single, make } = gridRules[rule];
  const segments = checkSegments(given, rule, fields);
  const images = segments.filter(({ kind }) => kind !== "text");
  const second = images[1];
  if (single && second !== undefined) {
    const text = `${second.param} cannot be: ${rule} has one image`;
    throw rangeError(text, { code: "unsupported", param: second.param, value: images.length });
  }
  for (const segment of images) checkFrames(rule, segment as Placed);
  const { axes, blocks } = make(segments, { scale, centred: checkFlag("centred", centred, false) });
  return { positions: listsOf(blocks, axes) };
}

/** An image has one frame here. */
function checkFrames(rule: string, { kind, param, grid }: Placed): void {
  if (kind === "video" || grid[0] === 1) return;
  const text = `${param}.image must have one frame with ${rule}; got ${grid[0]}`;
  throw rangeError(text, { code: "range", param: `${param}.image`, value: grid[0] });
}
