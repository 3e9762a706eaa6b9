/** Pictures of tables: rows for positions, for the places of a grid, for coordinates. */
import { heatmapPicture, indexAxis } from "./heatmap.mjs";

/**
 * @typedef {import("./presets.mjs").Drawing} Drawing
 * @typedef {import("../../src/api/spec.ts").ResolvedSpec} Spec
 */

const ROWS = 40;

/**
 * @param {Drawing} drawing
 * @param {Extract<Spec, { method: "sinusoidal" | "sine" }>} spec
 * @param {"position" | "timestep"} row
 */
export function rowsPicture({ title, pe, palette }, spec, row) {
  const { dModel } = spec;
  const most = "outputScale" in spec && spec.outputScale === "inverse-sqrt" ? dModel ** -0.5 : 1;
  return heatmapPicture(title, palette, {
    about: `The rows of ${row}s 0 to ${ROWS - 1}, at width ${dModel}`,
    values: pe.encode(spec, { start: 0, length: ROWS }),
    columns: dModel,
    range: [-most, most],
    x: indexAxis("dimension →", dModel),
    y: indexAxis(`${row} ↓`, ROWS),
  });
}

/** @param {Drawing} drawing @param {Extract<Spec, { method: "grid" }>} spec */
export function cellsPicture({ title, pe, palette }, spec) {
  const { dModel, shape, classToken } = spec;
  const values = pe.encode(spec);
  return heatmapPicture(title, palette, {
    about: `A grid of ${shape.join(" × ")}${classToken ? ", after the class token" : ""}, at width ${dModel}`,
    values,
    columns: dModel,
    range: [-1, 1],
    x: indexAxis("dimension →", dModel),
    y: indexAxis("place, row by row ↓", values.length / dModel),
  });
}

/**
 * Coordinates from −1 to 1.
 * @param {Drawing} drawing
 * @param {Extract<Spec, { method: "fourier" }>} spec
 */
export function pointsPicture({ title, pe, palette }, spec) {
  const points = Float64Array.from({ length: ROWS }, (_, row) => (2 * row) / (ROWS - 1) - 1);
  const values = pe.encode(spec, { points });
  const columns = values.length / ROWS;
  const ticks = [0, (ROWS - 1) / 2, ROWS - 1].map((row, n) => ({
    at: (row + 0.5) / ROWS,
    text: ["−1", "0", "1"][n] ?? "",
  }));
  return heatmapPicture(title, palette, {
    about: `The ${columns} features of a coordinate, in ${spec.octaves} octaves`,
    values,
    columns,
    range: [-1, 1],
    x: indexAxis("feature →", columns),
    y: { label: "coordinate ↓", ticks },
  });
}
