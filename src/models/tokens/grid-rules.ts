/** The rules of diffusion models and vision models, whose tokens stand in grids. */

import { checkNumber, kindOf } from "../../api/arguments/check.ts";
import { counted } from "../../api/arguments/counted.ts";
import { rangeError } from "../../api/arguments/errors.ts";
import { checkList } from "../../api/arguments/numbers.ts";
import { type Axis, type Block, fixed, row, steps } from "./blocks.ts";
import type { Checked, Fields, Grid } from "./segments.ts";

interface Made {
  axes: number;
  blocks: Block[];
}

export interface GridRule {
  /** The segments that have positions. Without `text`, text is not rotated, or is not among the tokens. */
  fields: Fields;
  /** Whether there may be one image only. */
  single?: true;
  /** Options beside the segments. */
  options?: readonly string[];
  make(segments: readonly Checked[], options: Shape): Made;
}

/** Options of the rule `grid` alone. */
interface Shape {
  scale: unknown;
  centred: boolean;
}

export type Placed = Exclude<Checked, { kind: "text" }>;

const timeOf = (segment: Placed) => (segment.kind === "image" ? segment.time : undefined);

/** Makes the block of each segment: `text` gets the number of tokens of text before it, `grid` the number of grids. */
function blocksOf(
  segments: readonly Checked[],
  text: (before: number) => readonly Axis[],
  grid: (segment: Placed, before: number) => readonly Axis[],
): Block[] {
  let [words, grids] = [0, 0];
  return segments.map((segment) => {
    if (segment.kind === "text") {
      words += segment.count;
      return row(segment.count, text(words - segment.count));
    }
    return { sides: segment.grid, axes: grid(segment, grids++) };
  });
}

const wordsIn = (segments: readonly Checked[]) =>
  segments.reduce((sum, segment) => sum + (segment.kind === "text" ? segment.count : 0), 0);

/** Text at 0; rows and columns of images. */
const textAtZero = (segments: readonly Checked[]): Made => ({
  axes: 3,
  blocks: blocksOf(segments, () => [fixed(0), fixed(0), fixed(0)], fluxImage),
});

const fluxImage = (segment: Placed) => [fixed(timeOf(segment) ?? 0), steps(1, 0), steps(2, 0)];

/** Half of a side comes before 0; of an odd side, the larger half. */
const centre = (side: number) => Math.floor(side / 2) - side;

const centred = ([, h, w]: Grid) => [steps(1, centre(h)), steps(2, centre(w))];

/** Text begins where the longest half of a side ends. */
const halfOf = (segment: Checked) =>
  segment.kind === "text" ? 0 : Math.max(...segment.grid.slice(1).map((side) => Math.floor(side / 2)));

/** Rows and columns, with frames before them: always, or in models of images only if there are any. */
const fromZero = (least: 2 | 3): GridRule => ({
  fields: { image: [], video: [] },
  make(segments) {
    const axes = Math.max(least, axesIn(segments));
    const sides = ([0, 1, 2] as const).slice(3 - axes);
    return { axes, blocks: blocksOf(segments, noText, () => sides.map((side) => steps(side, 0))) };
  },
});

/** Two if there are images only. */
const axesIn = (segments: readonly Checked[]) => (segments.some(({ kind }) => kind === "video") ? 3 : 2);

const noText = () => [];

const image = { text: [], image: [] };
const timed = { text: [], image: ["time"] };

/** The caption comes first on the axis of time; the image has the position after it. */
const afterCaption = (first: number, multiple: number): GridRule => ({
  fields: image,
  single: true,
  make(segments) {
    const end = first + Math.ceil(wordsIn(segments) / multiple) * multiple;
    const text = (before: number) => [steps(2, first + before), fixed(0), fixed(0)];
    return { axes: 3, blocks: blocksOf(segments, text, () => [fixed(end), steps(1, 0), steps(2, 0)]) };
  },
});

/** Axes of images only, or of time, rows and columns; each position times a factor. */
const scaled: GridRule = {
  fields: { image: [], video: [] },
  options: ["scale", "centred"],
  make(segments, { scale, centred }) {
    const axes = axesIn(segments);
    const factors = factorsOf(scale, axes);
    const along = ([0, 1, 2] as const).slice(3 - axes);
    const axesOf = (grid: Grid) =>
      along.map((side, axis) => {
        const from = centred ? centre(grid[side]) : 0;
        return { along: side, at: (index: number) => factors[axis]! * (from + index) };
      });
    return {
      axes,
      blocks: blocksOf(
        segments,
        () => [],
        ({ grid }) => axesOf(grid),
      ),
    };
  },
};

const scaleRule = { from: -(2 ** 26), to: 2 ** 26 };

function factorsOf(given: unknown, axes: number): ArrayLike<number> {
  if (given === undefined || kindOf(given) === "object")
    return new Array<number>(axes).fill(checkNumber("scale", given, { ...scaleRule, default: 1 }));
  const list = checkList("scale", given);
  if (list.count === axes) return list.read(scaleRule);
  const text = `scale must have a number for each of ${counted(axes, "axis", "axes")}; got ${list.count}`;
  throw rangeError(text, { code: "length", param: "scale", value: list.count });
}

/** Centres of patches from −1 to 1, as angles. */
const centres: GridRule = {
  fields: { image: [] },
  make(segments) {
    const angles = (side: 1 | 2, count: number): Axis => ({
      along: side,
      at: (index) => 2 * Math.PI * ((2 * index + 1) / count - 1),
    });
    const axesOf = ({ grid: [, h, w] }: Placed) => [angles(1, h), angles(2, w)];
    return { axes: 2, blocks: blocksOf(segments, noText, axesOf) };
  },
};

/**
 * The rules by the names of their models.
 * Source: huggingface/diffusers, src/diffusers, at 58eb52c0803ea9af3abec60841c2a093bdf1f951; each rule has its file. DINOv3:
 * huggingface/transformers, models/dinov3_vit/modeling_dinov3_vit.py, at decba1d2ea4ed3cbf0495d1828abad4b2dba1846 of the fork
 * zucchini-nlp/transformers.
 */
const table = {
  /** pipelines/flux/pipeline_flux.py, _prepare_latent_image_ids; pipeline_flux_kontext.py for `time`. */
  flux: { fields: timed, make: textAtZero },
  /** Text on the fourth axis. pipelines/flux2/pipeline_flux2.py, _prepare_text_ids, _prepare_latent_ids, _prepare_image_ids. */
  "flux-2": {
    fields: timed,
    make: (segments) => ({
      axes: 4,
      blocks: blocksOf(
        segments,
        (before) => [fixed(0), fixed(0), fixed(0), steps(2, before)],
        (segment) => [...fluxImage(segment), fixed(0)],
      ),
    }),
  },
  /** Rows and columns around 0, text after them on all axes. models/transformers/transformer_qwenimage.py, QwenEmbedRope. */
  "qwen-image": {
    fields: { text: [], image: ["time"], video: [] },
    make(segments) {
      const first = segments.reduce((most, segment) => Math.max(most, halfOf(segment)), 0);
      return {
        axes: 3,
        blocks: blocksOf(
          segments,
          (before) => [first, first, first].map((start) => steps(2, start + before)),
          (segment, before) => [steps(0, timeOf(segment) ?? before), ...centred(segment.grid)],
        ),
      };
    },
  },
  /** models/transformers/transformer_wan.py, WanRotaryPosEmbed */
  wan: /* @__PURE__ */ fromZero(3),
  /** models/transformers/transformer_hunyuan_video.py, HunyuanVideoRotaryPosEmbed; the same in 1.5, but not in FramePack */
  "hunyuan-video": /* @__PURE__ */ fromZero(3),
  /** models/transformers/transformer_hunyuanimage.py, HunyuanImageRotaryPosEmbed; its refiner has frames */
  "hunyuan-image": /* @__PURE__ */ fromZero(2),
  /** Captions are filled up to a multiple of 32. models/transformers/transformer_z_image.py, patchify_and_embed */
  "z-image": /* @__PURE__ */ afterCaption(1, 32),
  /** models/transformers/transformer_lumina2.py, Lumina2RotaryPosEmbed */
  "lumina-2": /* @__PURE__ */ afterCaption(0, 1),
  /** models/transformers/transformer_hidream_image.py, patchify and forward */
  hidream: { fields: image, make: textAtZero },
  "dino-v3": centres,
  grid: scaled,
} satisfies Record<string, GridRule>;

/** A rule for tokens in grids, by the name of the model that it is from. */
export type GridRuleName = keyof typeof table;

export const gridRules: Readonly<Record<GridRuleName, GridRule>> = table;
