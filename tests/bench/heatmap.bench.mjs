/**
 * Milliseconds for one heat map of 1600 × 900 pixels through the published package, whatever the positions.
 *
 * A drag at 120 frames a second leaves 8 ms a frame: a median above that is marked, and the bench then exits with 1.
 * Only the wide tables of the last rows may take longer.
 */
import { load } from "posenc";

const LIMIT = 8; // ms
const ROUNDS = 15;
const SIZE = { width: 1600, height: 900 };
const MODES = /** @type {const} */ (["exact", "nearest", "difference"]);

/** @type {{ dModel: number, positions: readonly [number, number], positionAxis?: "x" | "y", free?: boolean }[]} */
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
  { dModel: 4096, positions: [0, 45_000], free: true },
  { dModel: 4096, positions: [0, 1e8], positionAxis: "x", free: true },
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
let slow = 0;
console.log(
  `positions across the ${SIZE.width} × ${SIZE.height} pixels            ${MODES.join("  ")}  (ms, median)`,
);
for (const { dModel, positions, positionAxis = "y", free = false } of PICTURES) {
  const spec = { method: /** @type {const} */ ("sinusoidal"), dModel };
  /** @type {{ positions: readonly [number, number], dimensions: readonly [number, number] }} */
  const view = { positions, dimensions: [0, dModel] };
  const cells = MODES.map((mode) => {
    const ms = median(() => pe.heatmap(spec, { view, ...SIZE, mode, positionAxis, out }));
    if (ms > LIMIT && !free) slow += 1;
    return `${ms.toFixed(2)}${ms > LIMIT ? "!" : " "}`.padStart(9);
  });
  const name = `${positions.join(" … ")} × ${dModel}, positions on ${positionAxis}`;
  console.log(name.padEnd(44) + cells.join(""));
}
if (slow > 0) console.log(`${slow} above ${LIMIT} ms`);
process.exitCode = slow > 0 ? 1 : 0;
