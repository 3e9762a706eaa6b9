/** Rules for vision models whose patches see the patches of a square. */
import type { EachRule } from "./each-rule.ts";
import { type Config, isCount, numberOf } from "./facts.ts";
import type { ModelRow } from "./row.ts";
import { byStage, stageAt } from "./size-rules.ts";

const isAmong = (config: Config, field: string, index: number): boolean => {
  const list = config.get(field);
  return Array.isArray(list) && list.includes(index);
};

/** What several rules say of a layer. */
export const combined = (...rules: readonly EachRule[]): EachRule => ({
  reads: rules.flatMap(({ reads }) => reads),
  of: (config, layer, made) => Object.assign({}, ...rules.map((rule) => rule.of(config, layer, made))),
});

interface Squares {
  /** The field with the numbers of the layers that see the whole image. */
  readonly except?: string;
  /** The field with the numbers of the layers that see a square. */
  readonly only?: string;
}

/** Layers see squares by `window_size`, in patches; a size of 0 is the whole image. */
export const squares = ({ except, only }: Squares): EachRule => ({
  reads: ["window_size", ...[except, only].filter((field) => field !== undefined)],
  of(config, { index }) {
    const isWhole =
      (except !== undefined && isAmong(config, except, index)) ||
      (only !== undefined && !isAmong(config, only, index));
    const side = config.get("window_size");
    if (isWhole || side === 0) return {};
    return { window: isCount(side) ? { square: side, shift: 0 } : "unknown" };
  },
});

interface SharesOfImage {
  /** The field with the numbers of the layers that see a square. */
  readonly only: string;
  /** Without that field, all layers up to the last one that gives an output do, but those that give one. */
  readonly exceptOutputs?: true;
  /** The field with the number of squares: along a side of the image, or in all. */
  readonly along?: string;
  readonly inAll?: string;
  /** Pixels along the image and along a patch, if the file gives none. */
  readonly image: number;
  readonly patch: number;
}

/** Squares that are shares of the image: their size is given for an image of the size in the file. */
export const sharesOfImage = ({
  only,
  exceptOutputs,
  along,
  inAll,
  image,
  patch,
}: SharesOfImage): EachRule => ({
  reads: [
    ...[only, "image_size", "patch_size", ...(exceptOutputs ? ["out_indices", "out_features"] : [])],
    ...[along, inAll].filter((field) => field !== undefined),
  ],
  of(config, { index }) {
    const outputs = exceptOutputs && config.said(only) === undefined ? outputsIn(config) : [];
    const last = outputs.at(-1);
    const isWhole =
      last === undefined ? !isAmong(config, only, index) : index > last || outputs.includes(index);
    const squares = along === undefined ? Math.sqrt(numberOf(config.get(inAll ?? ""))) : config.get(along);
    if (isWhole || squares === 1) return {};
    const pixels = numberOf(config.said("image_size") ?? image);
    const square = pixels / numberOf(config.said("patch_size") ?? patch) / numberOf(squares);
    return { window: isCount(square) ? { square, shift: 0 } : "unknown" };
  },
});

/** The numbers of the layers that give an output. */
function outputsIn(config: Config): readonly number[] {
  const said = config.said("out_indices") ?? config.said("out_features");
  return Array.isArray(said)
    ? said.map((name) => numberOf(typeof name === "string" ? name.replace("stage", "") : name))
    : [];
}

/** Qwen2.5-VL's squares: `window_size` is in pixels, and a square is made of whole groups of merged patches. */
export const squaresOfPixels: EachRule = {
  reads: ["fullatt_block_indexes", "window_size", "patch_size", "spatial_merge_size"],
  of(config, { index }) {
    if (isAmong(config, "fullatt_block_indexes", index)) return {};
    const [pixels, patch, merge] = ["window_size", "patch_size", "spatial_merge_size"].map((field) =>
      config.get(field),
    );
    if (!isCount(pixels) || !isCount(patch) || !isCount(merge)) return { window: "unknown" };
    const side = Math.floor(Math.floor(pixels / merge) / patch) * merge;
    return { window: side > 0 ? { square: side, shift: 0 } : "unknown" };
  },
};

/** Swin's squares: every second layer of a stage moves them by half. */
const shiftedSquares: EachRule = {
  reads: ["depths", "window_size"],
  of(config, { index }) {
    const side = config.get("window_size");
    if (!isCount(side)) return { window: "unknown" };
    const { inStage } = stageAt(config.get("depths"), index);
    return { window: { square: side, shift: inStage % 2 === 1 ? Math.floor(side / 2) : 0 } };
  },
};

interface SwinStages {
  /** The field with the heads of each stage. */
  readonly heads?: string;
  /** The field with the width of the first stage. */
  readonly width?: string;
  /** Whether each stage is as wide as the first one. Default: twice as wide as the one before. */
  readonly isFlat?: true;
}

/** The layers of Swin and its kin: stages by `depths`, with shifted squares. */
export const swinStages = ({ heads = "num_heads", width = "embed_dim", isFlat }: SwinStages = {}): EachRule =>
  combined(byStage({ layers: "depths", heads, width, ...(isFlat ? {} : { doubles: true }) }), shiftedSquares);

/** Hiera's squares in SAM 2: by stage, and the first layer of a stage has the squares of the stage before. */
export const squaresByStage: EachRule = {
  reads: ["blocks_per_stage", "window_size_per_stage", "global_attention_blocks"],
  of(config, { index }) {
    const { stage, inStage } = stageAt(config.get("blocks_per_stage"), index);
    const sides = config.get("window_size_per_stage");
    const side: unknown = Array.isArray(sides)
      ? sides[inStage === 0 && stage > 0 ? stage - 1 : stage]
      : undefined;
    if (isAmong(config, "global_attention_blocks", index) || side === 0) return {};
    return { window: isCount(side) ? { square: side, shift: 0 } : "unknown" };
  },
};

/**
 * Hiera's mask units: squares in the stages that say so, and in the first layer after such a stage, which takes the patches of
 * the stage before and makes them fewer.
 */
export const maskUnits: EachRule = {
  reads: ["depths", "masked_unit_size", "masked_unit_attention", "query_stride"],
  of(config, { index }) {
    const { stage, inStage } = stageAt(config.get("depths"), index);
    const [size, among, stride] = ["masked_unit_size", "masked_unit_attention", "query_stride"].map((field) =>
      config.get(field),
    );
    const from = inStage === 0 && stage > 0 ? stage - 1 : stage;
    if (!Array.isArray(size) || !Array.isArray(among) || !Array.isArray(stride)) return { window: "unknown" };
    if (among[stage] !== true && among[from] !== true) return {};
    const side = numberOf(size[0]) / numberOf(stride[0]) ** from;
    return { window: isCount(side) ? { square: side, shift: 0 } : "unknown" };
  },
};

/** The image tower of Segment Anything, which other models have under names of their own. */
export const samTower: ModelRow = {
  positions: "decomposed",
  causal: false,
  bias: ["use_rel_pos"],
  learned: ["use_abs_pos"],
  each: squares({ except: "global_attn_indexes" }),
};
