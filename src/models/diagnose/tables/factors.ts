/** Tables whose entries or positions are multiplied by a factor. */

import type { Sheet } from "../findings/columns.ts";
import { type Draft, draft } from "../findings/findings.ts";
import { partsOf, rowsFor } from "./by-pairs.ts";
import type { Against } from "./compared.ts";
import { someRows } from "./comparison.ts";
import type { Expected } from "./expectation.ts";
import type { Candidate } from "./fit.ts";

/** The candidate with the factor of the numbers, if it is another one. */
export function withFactor({ table, positions }: Against, candidate: Candidate): Candidate[] {
  const { sheet, of } = candidate;
  if (sheet.columns.length !== table.columns || sheet.factor === 0) return [];
  const places =
    positions === undefined
      ? [(row: number) => sheet.start + row]
      : positions.map((list) => (row: number) => list[row]!);
  const usable = sheet.places?.along ?? places;
  let [xy, yy] = [0, 0];
  const counts = {
    add: (found: number, expected: number) => {
      xy += found * expected;
      yy += expected * expected;
    },
  };
  for (const row of someRows(Math.min(table.rows, 64)))
    for (let at = 0; at < table.columns; at++) {
      const column = sheet.columns[at]!;
      const found = table.at(row, at);
      if (!Number.isFinite(found)) continue;
      const position = (usable[column.axis] ?? usable[0]!)(row);
      if (column.wave === "sin") counts.add(found, sheet.factor * Math.sin(position * column.frequency));
      if (column.wave === "cos") counts.add(found, sheet.factor * Math.cos(position * column.frequency));
    }
  const ratio = yy === 0 ? 1 : xy / yy;
  if (!(Math.abs(ratio - 1) > 1e-4) || Math.abs(ratio) < 1e-6) return [];
  const own = sheet.factor * ratio;
  const rooted = [Math.sqrt(table.columns), 1 / Math.sqrt(table.columns), 1].find(
    (value) => Math.abs(own / value - 1) < 1e-3,
  );
  const factor = rooted ?? own;
  return [
    {
      ...candidate,
      sheet: { ...sheet, factor },
      faults: [...candidate.faults, factorDraft(of, sheet, factor)],
    },
  ];
}

const wrap = (angle: number) => angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));

/** The candidate whose positions are multiplied by the factor that the slow pairs show. */
export function withPositionScale(input: Omit<Against, "expected">, candidate: Candidate): Candidate[] {
  const { sheet } = candidate;
  const { table } = input;
  const parts = partsOf(sheet);
  if (parts === undefined || sheet.columns.length !== table.columns || table.rows < 3) return [];
  const { chosen, places } = rowsFor(input, table);
  const angle = (row: number, pair: number) =>
    Math.atan2(table.at(row, parts.sin[pair]!), table.at(row, parts.cos[pair]!));
  const rate = (pair: number) => sheet.columns[parts.cos[pair]!]!.frequency;
  const pairs = parts.cos
    .map((_, pair) => pair)
    .filter((pair) => rate(pair) > 0)
    .sort((a, b) => rate(a) - rate(b));
  let factor: number | undefined;
  for (const row of chosen) {
    const [from, to] = [places[0]![0]!, places[0]![chosen.indexOf(row)]!];
    if (to === from) continue;
    for (const pair of pairs) {
      const far = rate(pair) * (to - from);
      const seen = angle(row, pair) - angle(chosen[0]!, pair);
      const known = factor ?? 0;
      factor = known + wrap(seen - known * far) / far;
    }
  }
  if (factor === undefined || Math.abs(factor - 1) < 1e-6 || Math.abs(factor) < 1e-9) return [];
  const rounded = Number(factor.toPrecision(4));
  return [rounded, factor].map((by) => ({
    ...candidate,
    position: (position: number) => by * position,
    faults: [...candidate.faults, draft("positions-scaled", ["factor", by])],
  }));
}

function factorDraft({ spec }: Expected, { factor: right, columns }: Sheet, found: number): Draft {
  const width = columns.length;
  const isSines = columns.every(({ wave }) => wave === "sin");
  const evidence = ["factor", found] as const;
  if (spec.method !== "rope") {
    if (Math.abs(found / right + 1) < 1e-3) return draft("sign-reversed");
    const isRoot = Math.abs(found / right / Math.sqrt(width) - 1) < 1e-3;
    return draft(isRoot ? "scale-on-table" : "wrong-scale", [...evidence], ["expected", right]);
  }
  const near = (value: number) => Math.abs(found / value - 1) < 1e-3;
  if (near(-right)) return draft(isSines ? "rotation-reversed" : "sign-reversed");
  const name = near(1)
    ? "attention-factor-missing"
    : near(right ** 2)
      ? "attention-factor-twice"
      : "attention-factor-other";
  return draft(name, ["factor of cosines and sines", found], ["expected", right]);
}
