/** Vectors of several heads show the whole map of each pair: whether it keeps the laws of a rotation. */
import { type Diagnosis, diagnosisOf } from "../findings/diagnosis.ts";
import { type Draft, draft } from "../findings/findings.ts";
import { channelsIn, type Measured, type Part } from "./measured.ts";

// Linear maps of a pair of channels, and the laws that rotations keep.

/** Row by row. */
export type Matrix = readonly [number, number, number, number];

export const product = ([a, b, c, d]: Matrix, [e, f, g, h]: Matrix): Matrix => [
  a * e + b * g,
  a * f + b * h,
  c * e + d * g,
  c * f + d * h,
];

export const transposed = ([a, b, c, d]: Matrix): Matrix => [a, c, b, d];

/** The largest difference of entries. */
export const apart = (a: Matrix, b: Matrix) =>
  Math.max(...a.map((value, index) => Math.abs(value - b[index]!)));

/** Two vectors fit any map; the third one proves it. */
const FEWEST_HEADS = 3;

/** Maps at the first positions show the laws. */
const MOST_TOKENS = 48;

/** The map of a pair at a position, and how far an entry may be off. */
interface Mapped {
  readonly map: Matrix;
  readonly error: number;
}

/** Maps by token and pair. */
type Maps = readonly (readonly Mapped[])[];

/** Says which laws of a rotation fail, if each pair is mapped by one matrix for all heads. */
export function diagnoseMaps(measured: Measured, subject: string): Diagnosis | undefined {
  const { before, expected } = measured;
  if (before.heads < FEWEST_HEADS) return undefined;
  const widths = new Set([expected?.rotaryDim ?? before.width, before.width]);
  for (const width of widths)
    for (const pairing of ["halves", "interleaved"] as const) {
      const maps = mapsOf(measured, { pairing, first: 0, width });
      if (maps === undefined) continue;
      const faults = brokenLaws(withoutFactor(maps), measured.positions[0]!);
      if (faults.length === 0) return undefined;
      const says = `is a linear map of ${pairing} pairs, the same for all heads, but not a rotation`;
      return diagnosisOf({ is: null, faults, confidence: 0.85, subject, says });
    }
  return undefined;
}

/** Maps without their mean factor: an attention factor breaks no law. */
function withoutFactor(maps: Maps): Maps {
  const all = maps.flat();
  const size = all.reduce((sum, { map: [a, b, c, d] }) => sum + Math.sqrt(Math.abs(a * d - b * c)), 0);
  const factor = size / all.length || 1;
  const scaled = ([a, b, c, d]: Matrix): Matrix => [a / factor, b / factor, c / factor, d / factor];
  return maps.map((row) => row.map(({ map, error }) => ({ map: scaled(map), error: error / factor })));
}

function mapsOf(measured: Measured, part: Part): Maps | undefined {
  const maps: Mapped[][] = [];
  for (let token = 0; token < Math.min(measured.before.tokens, MOST_TOKENS); token++) {
    const row: Mapped[] = [];
    for (let pair = 0; pair < part.width / 2; pair++) {
      const mapped = mapOf(measured, channelsIn(part, pair), token);
      if (mapped === undefined) return undefined;
      row.push(mapped);
    }
    maps.push(row);
  }
  return maps;
}

/** The matrix that is nearest for all heads; undefined if there is none. */
function mapOf(
  { before, after, errors, arithmetic }: Measured,
  [x, y]: readonly [number, number],
  token: number,
): Mapped | undefined {
  const rows = Array.from({ length: before.heads }, (_, head) => {
    const start = (head * before.tokens + token) * before.width;
    const [bx, by] = [before.values[start + x]!, before.values[start + y]!];
    const [ax, ay] = [after.values[start + x]!, after.values[start + y]!];
    const own = errors.after(ax) + errors.after(ay) + errors.before(bx) + errors.before(by);
    return { bx, by, ax, ay, error: own + 2 * arithmetic * Math.hypot(bx, by) };
  });
  const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((all, row) => all + of(row), 0);
  const [xx, xy, yy] = [sum((r) => r.bx * r.bx), sum((r) => r.bx * r.by), sum((r) => r.by * r.by)];
  const det = xx * yy - xy * xy;
  const smallest = det / (xx + yy || 1);
  const most = Math.max(...rows.map(({ error }) => error));
  if (!(smallest > (10 * most) ** 2)) return undefined;
  const line = (px: number, py: number) => [(px * yy - py * xy) / det, (py * xx - px * xy) / det] as const;
  const [a, b] = line(
    sum((r) => r.ax * r.bx),
    sum((r) => r.ax * r.by),
  );
  const [c, d] = line(
    sum((r) => r.ay * r.bx),
    sum((r) => r.ay * r.by),
  );
  const size = Math.max(1, Math.hypot(a, b, c, d));
  const isOn = (r: (typeof rows)[number]) =>
    Math.hypot(r.ax - a * r.bx - b * r.by, r.ay - c * r.bx - d * r.by) <= 2 * size * most;
  if (!rows.every(isOn)) return undefined;
  return { map: [a, b, c, d], error: (size * most * Math.sqrt(before.heads)) / Math.sqrt(smallest) };
}

interface Breach {
  readonly size: number;
  readonly at: readonly [string, number, string?][];
}

/** A law counts as broken if the breach is this many times larger than the errors. */
const SURE = 4;

type Law = "norm" | "group" | "relative";

class Breaches {
  readonly largest = new Map<Law, Breach>();

  add(law: Law, size: number, error: number, at: Breach["at"]): void {
    if (size <= SURE * error || size <= (this.largest.get(law)?.size ?? 0)) return;
    this.largest.set(law, { size, at });
  }
}

function brokenLaws(maps: Maps, positions: Float64Array): Draft[] {
  const tokenAt = new Map(maps.map((_, token) => [positions[token]!, token]));
  const breaches = new Breaches();
  const seen = new Map<number, readonly [Mapped[], Mapped[]]>();
  for (let a = 0; a < maps.length; a++)
    for (let b = a; b < maps.length; b++) {
      const [p, q] = [positions[a]!, positions[b]!];
      const sum = maps[tokenAt.get(p + q) ?? -1];
      const same = seen.get(q - p) ?? [[...maps[a]!], [...maps[b]!]];
      seen.set(q - p, same);
      maps[a]!.forEach((one, pair) => {
        const two = maps[b]![pair]!;
        const error = 4 * (one.error + two.error);
        const at: Breach["at"] = [
          ["position", p, "positions"],
          ["pair", pair],
        ];
        const scores = product(transposed(one.map), two.map);
        if (a === b) breaches.add("norm", apart(scores, [1, 0, 0, 1]), error, at);
        const both = sum?.[pair];
        if (both !== undefined)
          breaches.add("group", apart(product(one.map, two.map), both.map), error + both.error, at);
        const [c, d] = [same[0][pair]!, same[1][pair]!];
        const others = product(transposed(c.map), d.map);
        breaches.add("relative", apart(scores, others), error + 4 * (c.error + d.error), at);
      });
    }
  return [...breaches.largest].map(([law, { size, at }]) =>
    draft(laws[law].name, [laws[law].what, size], ...at),
  );
}

const laws = {
  norm: { name: "norm-changed", what: "largest breach of RᵀR = 1" },
  group: { name: "group-law-fails", what: "largest breach of R(a)R(b) = R(a + b)" },
  relative: { name: "not-relative", what: "largest difference of scores at one distance" },
} as const;
