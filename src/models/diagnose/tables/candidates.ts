/** The sheets that a table may be by what is expected: the right ones, and those with a known mistake. */

import {
  additiveSheet,
  type Column,
  cacheArrangements,
  pairsOfRope,
  type Rope,
  rotaryArrangements,
  rotarySheet,
  type Sheet,
  sinusoidalSheet,
} from "../findings/columns.ts";
import { type Draft, draft, findingNames } from "../findings/findings.ts";
import { type Mistake, mistakes } from "../findings/mistakes.ts";
import type { Sinusoidal } from "../findings/sinusoids.ts";
import { growthOf, rotationOf, xposSides } from "../rotations/xpos.ts";
import type { Expected } from "./expectation.ts";
import type { Candidate } from "./fit.ts";

/** What is stored: one array, or cosines and sines that stand side by side here. */
export type Storage = "table" | "cache";

/** Channels (0, 64) for (0, 1), or the reverse. */
export function pairingDraft(
  { rotaryDim, rotaryOffset: first }: Rope,
  expected: "halves" | "interleaved",
): Draft {
  return draft(
    "wrong-pairing",
    ["first channel", first, "channel"],
    ["pairs", rotaryDim / 2, "pairs"],
    ["interleaved pairs", expected === "halves" ? 1 : 0],
  );
}

/** Sheets of one thing that is expected, the right ones first. */
export function candidatesOf(of: Expected, storage: Storage, columns: number): Candidate[] {
  const { spec } = of;
  if (spec.method === "rope") return rotaryCandidates(of, spec, storage, columns);
  if (spec.method === "xpos")
    return xposSides.flatMap((side) =>
      rotaryCandidates(of, rotationOf(spec), storage, columns, {
        growth: growthOf(spec, side),
        says: side === "query" ? ", of queries" : ", of keys",
      }),
    );
  const sheet = storage === "table" ? additiveSheet(spec) : undefined;
  if (sheet === undefined) return [];
  const right: Candidate = { sheet, of, faults: [] };
  if (spec.method === "sinusoidal") return [right, ...otherLayouts(of, spec)];
  if (spec.method === "grid") {
    const orders = permutations(spec.axes).filter((axes) => axes.join() !== spec.axes.join());
    const others = orders.map((axes) => ({
      sheet: additiveSheet({ ...spec, axes })!,
      of,
      faults: [draft("axes-exchanged")],
    }));
    const layouts = (["interleaved", "halves", "flipped-halves"] as const)
      .filter((layout) => layout !== spec.layout)
      .map((layout) => ({ sheet: additiveSheet({ ...spec, layout })!, of, faults: [draft("wrong-layout")] }));
    return [right, ...others, ...layouts];
  }
  return [right];
}

interface Growing {
  readonly growth: Float64Array;
  /** Words for the layout. */
  readonly says: string;
}

function rotaryCandidates(
  of: Expected,
  spec: Rope,
  storage: Storage,
  columns: number,
  growing?: Growing,
): Candidate[] {
  const pairs = { ...pairsOfRope(spec), growth: growing?.growth };
  const expected = spec.pairing;
  const arrangements = storage === "cache" ? cacheArrangements : rotaryArrangements;
  const all = arrangements.map((arrangement): Candidate => {
    const says = `${arrangement.says}${growing?.says ?? ""}`;
    const whole = rotarySheet(pairs, { ...arrangement, says });
    const sheet = storage === "cache" ? cutToCache(whole, columns) : whole;
    const { pairing } = arrangement;
    const isRight = pairing === undefined || of.anyPairing || pairing === expected;
    return { sheet, of, faults: isRight ? [] : [pairingDraft(spec, expected)] };
  });
  return [...all].sort((a, b) => a.faults.length - b.faults.length);
}

/** The first columns of cosines and of sines. */
function cutToCache(sheet: Sheet, columns: number): Sheet {
  const [half, wanted] = [sheet.columns.length / 2, columns / 2];
  if (half <= wanted) return sheet;
  const first = (from: number): readonly Column[] => sheet.columns.slice(from, from + wanted);
  return { ...sheet, columns: [...first(0), ...first(half)], cut: 2 * (half - wanted) };
}

function otherLayouts(of: Expected, spec: Sinusoidal): Candidate[] {
  const plain = (layout: string) => layout.replace("flipped-", "");
  return (["interleaved", "halves", "flipped-halves", "flipped-interleaved"] as const)
    .filter((layout) => layout !== spec.layout)
    .map((layout) => {
      const faults: Draft[] = plain(layout) === plain(spec.layout) ? [] : [draft("wrong-layout")];
      if (layout.startsWith("flipped") !== spec.layout.startsWith("flipped"))
        faults.push(draft("sin-cos-exchanged"));
      return { sheet: sinusoidalSheet(spec, layout), of, faults };
    });
}

function permutations(list: readonly number[]): number[][] {
  if (list.length < 2) return [[...list]];
  return list.flatMap((first) =>
    permutations(list.filter((each) => each !== first)).map((rest) => [first, ...rest]),
  );
}

const makers = findingNames
  .flatMap((name) => {
    const { makes }: Mistake = mistakes[name];
    return makes === undefined ? [] : [{ name, makes }];
  })
  .sort((a, b) => a.makes.cost - b.makes.cost);

/** Each candidate with each mistake of one, the likeliest mistakes first. */
export function* slipped(candidates: readonly Candidate[], rows: number): Generator<Candidate> {
  for (const { name, makes } of makers)
    for (const candidate of candidates) {
      const { sheet, of, faults } = candidate;
      const base = "base" in of.spec && typeof of.spec.base === "number" ? of.spec.base : 10_000;
      for (const { sheet: made, position } of makes.of(sheet, { rows, base }))
        if (position !== undefined || isOther(made, sheet))
          yield { sheet: made, of, position, faults: [...faults, draft(name)] };
    }
}

/** A mistake that changes nothing is not one: a degree is a degree in columns of zeros. */
const isOther = (made: Sheet, { columns, factor }: Sheet) =>
  made.phase !== undefined ||
  made.factor !== factor ||
  made.columns.some(({ wave, frequency }, at) => {
    const right = columns[at]!;
    return wave !== right.wave || Math.abs(frequency - right.frequency) > 1e-9 * Math.abs(right.frequency);
  });
