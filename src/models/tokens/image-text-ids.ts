/** Positions of text with images and videos, on axes for time, rows and columns (M-RoPE). */
import { checkNumber, type Unchecked } from "../../api/arguments/check.ts";
import { rangeError, typeError } from "../../api/arguments/errors.ts";
import { type Block, checkCount, filled, row, sizeOf, steps } from "./blocks.ts";
import { type Continued, checkNext, checkStart, type Padded, padded, type TokenIds } from "./continued.ts";
import { type Checked, checkSegments, type Fields, mergedSide, type Segment } from "./segments.ts";

interface ImageTextRule {
  /** Whether the frames of a video are one block, or stand in the text one by one, as many images. */
  frames: "together" | "apart";
  /** Whether time is counted in frames, or in parts of a second. */
  time: "frames" | "seconds";
  /** Frames of a video in one token, as the class has it. */
  temporalMerge: number;
}

/**
 * The rules by the names of their models.
 * Source: huggingface/transformers, models/<type>/modeling_<type>.py, get_rope_index and get_vision_position_ids, at
 * decba1d2ea4ed3cbf0495d1828abad4b2dba1846 of the fork zucchini-nlp/transformers; vllm-project/vllm, model_executor/models,
 * get_mrope_input_positions: qwen2_5_vl.py at 002d181a55a03803d7d69547846630069d2378b8, ernie45_vl.py at
 * 00b9d65ee0d95f952855ccf781e44f47c531aff5. The sources agree except for long videos in one block: there vLLM continues one
 * after the largest position, which is what this does, and that commit of transformers after the larger of rows and columns.
 */
export const imageTextRules = {
  /** qwen2_vl, paddleocr_vl */
  "qwen-2-vl": { frames: "together", time: "frames", temporalMerge: 1 },
  /** qwen2_5_vl */
  "qwen-2.5-vl": { frames: "together", time: "seconds", temporalMerge: 1 },
  /** qwen3_vl, qwen3_vl_moe, qwen3_5, qwen3_5_moe, cohere_compass, cosmos3_edge */
  "qwen-3-vl": { frames: "apart", time: "frames", temporalMerge: 1 },
  /** glm4v, glm4v_moe, glm46v, glm_ocr */
  "glm-4v": { frames: "apart", time: "frames", temporalMerge: 1 },
  /** ernie4_5_vl_moe */
  "ernie-4.5-vl": { frames: "together", time: "frames", temporalMerge: 2 },
} as const satisfies Record<string, ImageTextRule>;

/** Options of rules for text with images and videos. */
export interface ImageTextIdsOptions extends Continued, Padded {
  /** The rule, by the model that it is from. */
  rule: keyof typeof imageTextRules;
  /** The tokens in order, padding left out. Grids are of patches, before they are merged. */
  segments: readonly Segment[];
  /** Rows and columns of patches in one token, from 1 to 64: `spatial_merge_size`. Default 2. */
  spatialMerge?: number | undefined;
  /** Frames of a video in one token, from 1 to 64, for `ernie-4.5-vl`: `temporal_merge_size`. Default 2. */
  temporalMerge?: number | undefined;
  /** Positions to each second of a video, for `qwen-2.5-vl`, which requires it with videos: `tokens_per_second`. */
  tokensPerSecond?: number | undefined;
}

/** The positions of text with images and videos. */
export interface ImageTextIds extends TokenIds {
  /** Three lists: the positions of each token on the axes of time, rows and columns, for `positions` of `rotate`. */
  positions: Float64Array<ArrayBuffer>[];
}

const axes = 3;

export function imageTextNames(rule: keyof typeof imageTextRules): readonly string[] {
  const { time, temporalMerge } = imageTextRules[rule];
  const own = [
    ...(time === "seconds" ? ["tokensPerSecond"] : []),
    ...(temporalMerge > 1 ? ["temporalMerge"] : []),
  ];
  return ["segments", "mask", "padPosition", "start", "after", "spatialMerge", ...own];
}

const mergeRule = { from: 1, to: 64, integer: true };
const secondRule = { from: 0, to: 1e9 };

type Given = Unchecked<Exclude<keyof ImageTextIdsOptions, "rule">>;

export function imageTextIds(rule: keyof typeof imageTextRules, given: Given): ImageTextIds {
  const of: ImageTextRule = imageTextRules[rule];
  const more = of.frames === "apart" ? "frameText" : of.time === "seconds" ? "secondsPerGrid" : undefined;
  const fields: Fields = { text: [], image: [], video: more === undefined ? [] : [more] };
  const segments = checkSegments(given.segments, rule, fields);
  const merges: Merges = {
    spatial: checkNumber("spatialMerge", given.spatialMerge, { ...mergeRule, default: 2 }),
    temporal: checkNumber("temporalMerge", given.temporalMerge, { ...mergeRule, default: of.temporalMerge }),
  };
  const { start, before } = checkStart(given);
  const context: Context = { of, merges, tokensPerSecond: given.tokensPerSecond };
  // Lengths are counted before a block is made, because a few sizes may stand for more tokens than memory holds.
  let [count, next] = [0, start];
  for (const segment of segments) {
    const placed = placeOf(segment, context);
    count += placed.count;
    checkCount("segments", count, axes);
    next = placed.after(next);
  }
  checkNext(next, given);
  function* blocks() {
    let at = start;
    for (const segment of segments) {
      const placed = placeOf(segment, context);
      yield* placed.blocks(at);
      at = placed.after(at);
    }
  }
  const { lists } = padded(given, axes, count, () => filled(blocks, count, axes));
  return { positions: lists, count: before + count, next, delta: next - before - count };
}

interface Merges {
  spatial: number;
  temporal: number;
}

interface Context {
  of: ImageTextRule;
  merges: Merges;
  tokensPerSecond: unknown;
}

/** A segment whose sizes are checked. */
interface Placed {
  /** Tokens. */
  count: number;
  /** The position after it, if it begins at this one. */
  after: (start: number) => number;
  blocks: (start: number) => Iterable<Block>;
}

function placeOf(segment: Checked, context: Context): Placed {
  if (segment.kind === "text") return oneBlock(textBlock(segment.count), segment.count);
  const { of, merges } = context;
  const [frames, rows, columns] = segment.grid;
  const param = `${segment.param}.${segment.kind}`;
  const [h = 1, w = 1] = [rows, columns].map((side) =>
    mergedSide(param, side, merges.spatial, "spatialMerge"),
  );
  if (segment.kind === "image") return grid([frames, h, w], (frame) => frame);
  if (of.frames === "apart") return framesApart(segment, [1, h, w]);
  const t = mergedSide(param, frames, merges.temporal, "temporalMerge");
  return grid([t, h, w], of.time === "seconds" ? clockOf(segment, context) : (frame) => frame);
}

const oneBlock = (blockAt: (start: number) => Block, steps: number): Placed => ({
  count: sizeOf(blockAt(0)),
  after: (start) => start + steps,
  blocks: (start) => [blockAt(start)],
});

const textBlock =
  (count: number) =>
  (start: number): Block =>
    row(
      count,
      Array.from({ length: axes }, () => steps(2, start)),
    );

/** Rows and columns begin at the position where text would go on, and so does time. */
function grid(sides: Block["sides"], time: (frame: number) => number): Placed {
  const [t, h, w] = sides;
  return oneBlock(
    (start) => ({
      sides,
      axes: [{ along: 0, at: (frame) => start + time(frame) }, steps(1, start), steps(2, start)],
    }),
    Math.max(time(t - 1) + 1, h, w),
  );
}

/** Frames that stand in the text one by one. */
function framesApart(segment: Checked & { kind: "video" }, sides: Block["sides"]): Placed {
  const { param, frameText } = segment;
  if (frameText === undefined) {
    const text = `${param}.frameText is required: the number of tokens of text before each frame`;
    throw typeError(text, { code: "missing", param: `${param}.frameText`, value: undefined });
  }
  const [frames] = segment.grid;
  const before = (frame: number) => (typeof frameText === "number" ? frameText : frameText[frame]!);
  const words =
    typeof frameText === "number" ? frames * frameText : frameText.reduce((sum, count) => sum + count, 0);
  const frame = grid(sides, () => 0);
  const steps = frame.after(0);
  return {
    count: words + frames * frame.count,
    after: (start) => start + words + frames * steps,
    *blocks(start) {
      let at = start;
      for (let i = 0; i < frames; i++) {
        yield textBlock(before(i))(at);
        at += before(i);
        yield* frame.blocks(at);
        at += steps;
      }
    },
  };
}

/** The position of each frame by its time: ⌊frame · seconds · tokensPerSecond⌋, in float32 as in the published code. */
function clockOf({ seconds, param }: Checked & { kind: "video" }, { tokensPerSecond }: Context) {
  if (tokensPerSecond === undefined) {
    const text =
      "tokensPerSecond is required with a video: vision_config.tokens_per_second of the model's config.json";
    throw typeError(text, { code: "missing", param: "tokensPerSecond", value: undefined });
  }
  const rate = Math.fround(checkNumber("tokensPerSecond", tokensPerSecond, secondRule));
  const time = (frame: number) => Math.trunc(Math.fround(Math.fround(frame * Math.fround(seconds)) * rate));
  return (frame: number) => {
    const position = time(frame);
    if (position <= 2 ** 53) return position;
    const text = `${param}.secondsPerGrid leads to a position beyond 2^53`;
    throw rangeError(text, { code: "range", param: `${param}.secondsPerGrid`, value: seconds });
  };
}
