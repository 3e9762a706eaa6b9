/** The parts that a sequence of tokens consists of: text, images, videos. */

import {
  checkNames,
  checkNumber,
  guarded,
  kindOf,
  readFields,
  show,
  wrongType,
} from "../../api/arguments/check.ts";
import { counted } from "../../api/arguments/counted.ts";
import { rangeError, typeError } from "../../api/arguments/errors.ts";
import { checkList } from "../../api/arguments/numbers.ts";
import { countRule } from "../../api/arguments/sizes.ts";

/** A run of tokens: its kind is the field that has its size. */
export type Segment = TextSegment | ImageSegment | VideoSegment;

/** Tokens of text, special tokens among them. */
export interface TextSegment {
  /** The number of tokens. */
  text: number;
}

/** The tokens of an image, row by row. */
export interface ImageSegment {
  /** Rows and columns; or frames, rows and columns, as `image_grid_thw` has them. */
  image: readonly number[];
  /**
   * The position on the axis of time, for diffusion models. With `flux`, 1 for the image to be edited; with `flux-2`, 10,
   * 20, … for images of reference. Default 0, and with `qwen-image` the number of images before this one.
   */
  time?: number | undefined;
}

/** The tokens of a video, frame by frame. */
export interface VideoSegment {
  /** Frames, rows and columns, as `video_grid_thw` has them. */
  video: readonly number[];
  /** Seconds from one frame of the grid to the next, for `qwen-2.5-vl`: `second_per_grid_ts`. Default 1. */
  secondsPerGrid?: number | undefined;
  /**
   * The tokens of text before each frame, such as its timestamp: their number, or a list with a number for each frame. For
   * rules whose frames stand in the text one by one, and required there. Tokens after the last frame are the next segment.
   */
  frameText?: number | readonly number[] | undefined;
}

/** A segment that has been checked. */
export type Checked =
  | { kind: "text"; param: string; count: number }
  | { kind: "image"; param: string; grid: Grid; time: number | undefined }
  | { kind: "video"; param: string; grid: Grid; seconds: number; frameText: FrameText | undefined };

/** The number of tokens before each frame: one for all, or one for each. */
type FrameText = number | readonly number[];

/** Frames, rows, columns. */
export type Grid = readonly [number, number, number];

const kinds = ["text", "image", "video"] as const;
type Kind = (typeof kinds)[number];

/** The segments that a rule takes, and their fields beside the size. */
export type Fields = Partial<Record<Kind, readonly string[]>>;

/** More than any prompt has. */
const mostSegments = 2 ** 20;
/** More than any grid has on one side. */
const sideRule = { from: 1, to: 2 ** 20, integer: true };
const timeRule = { from: -(2 ** 53), to: 2 ** 53 };

/** @param owner The rule, for messages. */
export function checkSegments(given: unknown, owner: string, fields: Fields): Checked[] {
  if (given === undefined) {
    const text = "segments is required: a list such as [{ text: 5 }, { image: [1, 28, 28] }]";
    throw typeError(text, { code: "missing", param: "segments", value: given });
  }
  if (kindOf(given) !== "Array") throw wrongType("segments", "an array of segments", given);
  const list = given as unknown[];
  const length = guarded("segments", given, () => list.length);
  checkNumber("segments.length", length, { from: 0, to: mostSegments, integer: true });
  return Array.from({ length }, (_, i) => {
    const item = guarded("segments", given, () => list[i]);
    return checkSegment(`segments[${i}]`, item, owner, fields);
  });
}

function checkSegment(param: string, given: unknown, owner: string, fields: Fields): Checked {
  const read = readFields(param, given);
  const found = kinds.filter((kind) => read.get(kind) !== undefined);
  const [kind] = found;
  if (kind === undefined || found.length > 1) {
    const text = `${param} must have one of the fields text, image and video; got ${found.join(" and ") || "none"}`;
    throw typeError(text, { code: kind === undefined ? "missing" : "conflict", param, value: given });
  }
  const names = fields[kind];
  if (names === undefined) {
    const may = kinds.filter((kind) => fields[kind] !== undefined).join(" and ");
    const text = `${param}.${kind} cannot be: ${owner} gives positions to ${may} only`;
    throw rangeError(text, { code: "unsupported", param: `${param}.${kind}`, value: read.get(kind) });
  }
  checkNames(`${param} with ${owner}`, read, [kind, ...names]);
  return readers[kind](param, read);
}

const readers: Record<Kind, (param: string, read: ReadonlyMap<string, unknown>) => Checked> = {
  text: (param, read) => ({
    kind: "text",
    param,
    count: checkNumber(`${param}.text`, read.get("text"), countRule),
  }),
  image(param, read) {
    const time = read.get("time");
    const at = time === undefined ? undefined : checkNumber(`${param}.time`, time, timeRule);
    return { kind: "image", param, grid: gridOf(`${param}.image`, read.get("image"), false), time: at };
  },
  video(param, read) {
    const grid = gridOf(`${param}.video`, read.get("video"), true);
    const seconds = checkNumber(`${param}.secondsPerGrid`, read.get("secondsPerGrid"), {
      from: 0,
      to: 1e9,
      default: 1,
    });
    const frameText = frameTextOf(`${param}.frameText`, read.get("frameText"), grid[0]);
    return { kind: "video", param, grid, seconds, frameText };
  },
};

function gridOf(param: string, given: unknown, withFrames: boolean): Grid {
  const list = checkList(param, given);
  if (list.count !== 3 && (withFrames || list.count !== 2)) {
    const sides = withFrames ? "frames, rows and columns" : "rows and columns, or frames, rows and columns";
    const text = `${param} must be ${sides}; got ${counted(list.count, "number")}`;
    throw rangeError(text, { code: "length", param, value: list.count });
  }
  const [t = 1, h = 1, w = 1] = list.count === 3 ? list.read(sideRule) : [1, ...list.read(sideRule)];
  return [t, h, w];
}

function frameTextOf(param: string, given: unknown, frames: number): FrameText | undefined {
  if (given === undefined) return undefined;
  if (typeof given === "number") return checkNumber(param, given, countRule);
  const list = checkList(param, given);
  if (list.count === frames) return [...list.read(countRule)];
  const text = `${param} must have a number for each of ${counted(frames, "frame")}; got ${list.count}`;
  throw rangeError(text, { code: "length", param, value: list.count });
}

/** Sides of a grid whose patches are merged: rows and columns, or frames, in groups of `merge`. */
export function mergedSide(param: string, side: number, merge: number, name: string): number {
  if (side % merge === 0) return side / merge;
  const text = `${param} must have sides that are multiples of ${name} = ${merge}; got ${show(side)}`;
  throw rangeError(text, { code: "range", param, value: side });
}
