import type { Preset } from "./preset.ts";

export const gridPresets = {
  detr: {
    title: "DETR",
    source: "DETR, models/position_encoding.py, PositionEmbeddingSine with normalize",
    spec: { method: "grid", start: 1, normalize: true },
    open: ["dModel", "shape", "valid"],
  },
  mae: {
    title: "MAE",
    source: "MAE, util/pos_embed.py, get_2d_sincos_pos_embed with cls_token",
    spec: { method: "grid", axes: [1, 0], layout: "halves", classToken: true },
    open: ["dModel", "shape"],
  },
  "positional-encodings-2d": {
    title: "positional-encodings, 2-D",
    source: "PyPI positional-encodings, PositionalEncoding2D",
    spec: { method: "grid", oddWidth: "truncate" },
    open: ["dModel", "shape"],
  },
  "positional-encodings-3d": {
    title: "positional-encodings, 3-D",
    source: "PyPI positional-encodings, PositionalEncoding3D",
    spec: { method: "grid", axes: [0, 1, 2], oddWidth: "truncate" },
    open: ["dModel", "shape"],
  },
} as const satisfies Record<string, Preset>;
