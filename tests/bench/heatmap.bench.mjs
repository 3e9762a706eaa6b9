/**
 * Milliseconds for one heat map of 1600 × 900 pixels through the published package, whatever the positions.
 *
 * A drag at 120 frames a second leaves 8 ms a frame; a median above that is marked.
 */
import { load } from "posenc";

const LIMIT = 8; // ms
const ROUNDS = 15;
const SIZE = { width: 1600, height: 900 };
const MODES = /** @type {const} */ (["exact", "nearest", "difference"]);

/** @type {{ dModel: number, positions: readonly [number, number], positionAxis?: "x" | "y" }[]} */
const PICTURES = [
  { dModel: 50, positions: [0.3, 20.3] },
  { dModel: 50, positions: [0, 900] },
  { dModel: 50, positions: [0, 45_000] },
  { dModel: 50, positions: [0, 45_000], positionAxis: "x" },
  { dModel: 50, positions: [0, 1e7] },
  { dModel: 50, positions: [0, 1e8] },
  { dModel: 50, positions: [0, 1e8], positionAxis: "x" },
  { dModel: 50, positions: [1e15, 1e15 + 1e8] },
  { dModel: 512, positions: [0, 1600], positionAxis: "x" },
  { dModel: 512, positions: [0, 45_000] },
  { dModel: 512, positions: [0, 1e8], positionAxis: "x" },
  { dModel: 4096, positions: [0, 45_000] },
  { dModel: 4096, positions: [0, 1e8], positionAxis: "x" },
];

/** @param {() => void} draw */
function median(draw) {
  const times = Array.from({ length: ROUNDS }, () => {
    const begin = performance.now();
    draw();
    return performance.now() - begin;
  });
  return times.sort((a, b) => a - b)[ROUNDS >> 1] ?? Number.NaN;
}

const pe = await load();
const out = new Uint8ClampedArray(SIZE.width * SIZE.height * 4);
console.log(
  `positions × dimensions (ms, median)`.padEnd(60) + MODES.map((mode) => mode.padStart(12)).join(""),
);
for (const { dModel, positions, positionAxis = "y" } of PICTURES) {
  const spec = { method: /** @type {const} */ ("sinusoidal"), dModel };
  /** @type {{ positions: readonly [number, number], dimensions: readonly [number, number] }} */
  const view = { positions, dimensions: [0, dModel] };
  const cells = MODES.map((mode) => {
    const ms = median(() => pe.heatmap(spec, { view, ...SIZE, mode, positionAxis, out }));
    return `${ms.toFixed(2)}${ms > LIMIT ? "!" : " "}`.padStart(12);
  });
  const name = `${positions.join(" … ")} × ${dModel}, positions on ${positionAxis}`;
  console.log(name.padEnd(60) + cells.join(""));
}
