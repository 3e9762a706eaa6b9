/**
 * Milliseconds to move a cache of keys to other positions.
 *
 * Columns: rerotate; an inverse rotation and a rotation by lists of positions, which rerotate takes; the same by first
 * positions, whose tables are made faster.
 */
import { load } from "posenc/full";
import { timeInTurn } from "./time.mjs";

/** Tokens, heads, channels of a head. */
const CACHES = /** @type {const} */ ([
  [4096, 1, 128],
  [4096, 8, 128],
  [512, 32, 64],
]);
const SHIFT = 1000;

const pe = await load();
console.log(
  "best (median)".padEnd(21) + ["rerotate", "back, on", "by starts"].map((name) => name.padEnd(16)).join(""),
);
for (const [tokens, heads, headDim] of CACHES) {
  const keys = Float32Array.from({ length: tokens * heads * headDim }, (_, i) => Math.sin(i));
  const out = new Float32Array(keys.length);
  const from = /** @type {const} */ ({ headDim, pairing: "halves" });
  const fromPositions = Float64Array.from({ length: tokens }, (_, t) => SHIFT + t);
  const toPositions = fromPositions.map((t) => t - SHIFT);
  const shared = { ...from, heads, out };
  const works = [
    () => pe.rerotate(keys, { heads, from, fromPositions, toPositions, out }),
    () => {
      pe.rotate(keys, { ...shared, positions: fromPositions, inverse: true });
      pe.rotate(out, { ...shared, positions: toPositions });
    },
    () => {
      pe.rotate(keys, { ...shared, start: SHIFT, inverse: true });
      pe.rotate(out, { ...shared, start: 0 });
    },
  ];
  const cells = timeInTurn(works).map(({ best, median }) => `${best.toFixed(2)} (${median.toFixed(2)})`);
  console.log(`${tokens} × ${heads} × ${headDim}`.padEnd(21) + cells.map((cell) => cell.padEnd(16)).join(""));
}
