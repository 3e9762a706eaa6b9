/** What numbers may be without an expectation, the likeliest first. */

import { checkSpec } from "../../../api/spec.ts";
import {
  cacheArrangements,
  pairsOfRope,
  type Rope,
  rotaryArrangements,
  rotarySheet,
  type Sheet,
  sinusoidalSheet,
} from "../findings/columns.ts";
import type { Diagnosis } from "../findings/diagnosis.ts";
import type { Draft } from "../findings/findings.ts";
import { type Sinusoidal, shortSpec } from "../findings/sinusoids.ts";
import type { Explanation } from "../rotations/explain.ts";
import { shortOf } from "../rotations/phases.ts";
import { knownBases } from "../rotations/rotary-claims.ts";
import { circlesIn, isCopied, matrixOf, rowsFor } from "./by-pairs.ts";
import { explainCache, type Order } from "./cache.ts";
import type { Unexpected } from "./compared.ts";
import { placesOf, type Table } from "./comparison.ts";
import { type Expected, mayBeWidth } from "./expectation.ts";
import { type Candidate, transposed } from "./fit.ts";
import { factorOf, refinedBase } from "./refined.ts";
import { type ExplainedTable, explanationsOf } from "./table.ts";

/** A name for numbers, and the sheet that it makes. */
export interface Named {
  readonly candidate: Candidate;
  /** Positions of rows less the number of the row, or given positions. */
  readonly places: readonly Float64Array[];
  readonly faults: readonly Draft[];
  readonly confidence: number;
  readonly is: Diagnosis["is"];
  /** The pairing is not part of the name. */
  readonly says?: string;
  readonly isTransposed: boolean;
}

/** What the numbers may be, the likeliest first. */
export function* ways(input: Unexpected): Generator<Named> {
  const { rows } = input.table;
  const views = rows > 1 && mayBeWidth(rows) ? [false, true] : [false];
  for (const isTransposed of views) {
    const view = isTransposed ? transposed(input.table) : input.table;
    if (isTransposed && input.positions !== undefined) return;
    if (input.storage === "cache") {
      if (!isTransposed) yield* asCache(input, view);
      continue;
    }
    yield* asSinusoid(input, view, isTransposed);
    yield* asRotaryTable(input, view, isTransposed);
  }
  if (input.storage === "table" && input.positions === undefined) yield* asFalling(input);
}

/** A table of distances, whose positions fall from row to row. */
function* asFalling(input: Unexpected): Generator<Named> {
  const { rows, at } = input.table;
  if (rows < 3 || input.rowNumbers !== undefined) return;
  const risen: Table = { ...input.table, at: (row, column) => at(rows - 1 - row, column) };
  for (const way of asSinusoid({ ...input, table: risen }, risen, false)) {
    if (way.faults.length > 0) continue;
    const { sheet } = way.candidate;
    const layout = `${sheet.layout}, positions fall by 1 a row`;
    yield {
      ...way,
      candidate: { ...way.candidate, sheet: { ...sheet, layout } },
      places: way.places.map((list) => Float64Array.from(list).reverse()),
    };
  }
}

/** All positions of the rows, moved as an explanation says. */
function placesFor(
  { positions, rowNumbers }: Unexpected,
  rows: number,
  { claim, change }: Explanation,
): Float64Array[] {
  const lists = positions ?? [rowNumbers ?? Float64Array.from({ length: rows }, (_, row) => row)];
  const by = (claim.start ?? 0) + (change.offset ?? 0);
  return lists.map((list) => Float64Array.from(list, (place) => place + by));
}

function* asSinusoid(input: Unexpected, view: Table, isTransposed: boolean): Generator<Named> {
  if (view.columns < 2) return;
  const { chosen, places } = rowsFor(input, view);
  const columns = Array.from({ length: view.columns }, (_, at) => at);
  const matrix = matrixOf(view, chosen, columns);
  const assumed = input.positions === undefined;
  const all = explanationsOf(
    { matrix, positions: places[0]!, assumed, print: input.precision },
    input.precision,
  );
  for (const found of all) yield* namedSinusoid(input, view, { found, isTransposed });
}

function* namedSinusoid(
  input: Unexpected,
  view: Table,
  { found, isTransposed }: { readonly found: ExplainedTable; readonly isTransposed: boolean },
): Generator<Named> {
  const is = { ...(found.claim.is as object) };
  let resolved = {
    ...found.spec,
    outputScale: found.outputScale,
    ...("preset" in is ? { start: 2, paddingIndex: 1 } : {}),
  } as Sinusoidal;
  if (found.isFlipped) return; // as the rotation of complex numbers
  const all = placesFor(input, view.rows, found);
  if (!knownBases.includes(resolved.base) && found.faults.length === 0) {
    const sheetFor = (base: number) => sinusoidalSheet({ ...resolved, base });
    resolved = {
      ...resolved,
      base: refinedBase(input, { view, places: placesOf(all), base: resolved.base, sheetFor }),
    };
  }
  const plain = sinusoidalSheet(resolved);
  const isKnown = found.factor === 1 || found.outputScale === "inverse-sqrt";
  const factor = isKnown ? plain.factor : factorOf(view, { ...plain, factor: 1 }, all);
  const sheet = { ...plain, factor };
  const isScaled = !isKnown && found.outputScale !== 1;
  yield {
    candidate: { sheet, of: { name: "the named table", is, spec: resolved }, faults: [] },
    places: all,
    faults: found.faults,
    confidence: found.confidence,
    is: shortSpec(isScaled ? { ...resolved, outputScale: Number(factor.toPrecision(7)) } : resolved),
    isTransposed,
  };
}

function* asCache(input: Unexpected, view: Table): Generator<Named> {
  const half = view.columns / 2;
  const columns = Array.from({ length: half }, (_, at) => at);
  yield* asRotation(input, view, {
    cos: columns,
    sin: columns.map((at) => at + half),
    isTransposed: false,
    arrangementOf: (order) => cacheArrangements[orders.indexOf(order)]!,
  });
}

const orders: readonly Order[] = ["once", "tiled", "repeated"];

interface Parts {
  readonly cos: readonly number[];
  readonly sin: readonly number[];
  readonly isTransposed: boolean;
  readonly arrangementOf: (order: Order) => (typeof rotaryArrangements)[number] | undefined;
}

function* asRotation(
  input: Unexpected,
  view: Table,
  { cos, sin, isTransposed, arrangementOf }: Parts,
): Generator<Named> {
  const { chosen, places } = rowsFor(input, view);
  const explained = explainCache({
    cos: matrixOf(view, chosen, cos),
    sin: matrixOf(view, chosen, sin),
    positions: places,
    assumed: input.positions === undefined,
    print: input.precision,
  });
  if (explained === undefined) return;
  const { found, order } = explained;
  // Other arrangements hold the sines where this one has cosines.
  if (
    input.storage === "table" &&
    (found.change.turn?.startsWith("exchanged") || found.change.round !== undefined)
  )
    return;
  const arrangement = arrangementOf(order);
  if (arrangement === undefined) return;
  const shown = arrangement.pairing;
  const rope = ropeOf(found, shown);
  const spec = rope && withBase(input, view, { rope, found, arrangement });
  const { claim } = found;
  const measured = { frequencies: claim.frequencies, axes: claim.axes, factor: found.factor };
  const isOwn = claim.faults.length > 0 || spec === undefined;
  const sheet = rotarySheet(isOwn ? measured : pairsOfRope(spec), arrangement);
  const { pairing: _, ...others } = spec === undefined ? {} : (shortOf(spec) as Record<string, unknown>);
  const is =
    spec === undefined ? null : shown === undefined ? others : { method: "rope", pairing: shown, ...others };
  const of: Expected = {
    name: "the named rotation",
    is: is ?? {},
    spec: spec ?? ANY,
    anyPairing: shown === undefined,
  };
  yield {
    candidate: { sheet: turned(sheet, found), of, faults: [] },
    places: placesFor(input, view.rows, found),
    faults: found.faults,
    confidence: found.confidence,
    is,
    ...(is === null && { says: "is a rotation whose frequencies follow no rule that is known here" }),
    isTransposed,
  };
}

interface WithBase {
  readonly rope: Rope;
  readonly found: Explanation;
  readonly arrangement: (typeof rotaryArrangements)[number];
}

/** A fitted base is fitted again to all rows. */
function withBase(input: Unexpected, view: Table, { rope, found, arrangement }: WithBase): Rope {
  if (found.faults.length > 0 || knownBases.includes(rope.base)) return rope;
  const sheetFor = (base: number) => turned(rotarySheet(pairsOfRope({ ...rope, base }), arrangement), found);
  const places = placesOf(placesFor(input, view.rows, found));
  return { ...rope, base: refinedBase(input, { view, places, base: rope.base, sheetFor }) };
}

const ANY = checkSpec({ method: "rope", headDim: 2, pairing: "halves" });

function turned(sheet: Sheet, { claim, change }: Explanation): Sheet {
  const sign = (claim.sign ?? 1) * (change.turn?.endsWith("reversed") ? -1 : 1);
  const isExchanged = change.turn?.startsWith("exchanged") ?? false;
  const columns = sheet.columns.map((column) => {
    const wave =
      isExchanged && column.wave === "sin"
        ? "cos"
        : isExchanged && column.wave === "cos"
          ? "sin"
          : column.wave;
    return { ...column, wave: wave === "sin" && sign < 0 ? ("-sin" as const) : wave };
  });
  return { ...sheet, columns };
}

/** The spec of a claim, with the pairing that the numbers show. */
function ropeOf({ claim }: Explanation, shown: "halves" | "interleaved" | undefined): Rope | undefined {
  if (claim.is === null) return undefined;
  const given = typeof claim.is === "string" ? { preset: claim.is } : claim.is;
  const pairing = shown ?? "halves";
  try {
    const isPreset = "preset" in given;
    const spec = checkSpec((isPreset ? given : { pairing, ...given }) as unknown) as Rope;
    const rope = { ...spec, pairing: shown === undefined ? spec.pairing : pairing } as Rope;
    return rope.rotaryDim === 2 * claim.frequencies.length
      ? { ...rope, headDim: rope.rotaryDim, rotaryOffset: 0 }
      : undefined;
  } catch {
    return undefined;
  }
}

/** One array with both parts of each pair: cosines beside sines, complex numbers, matrices. */
function* asRotaryTable(input: Unexpected, view: Table, isTransposed: boolean): Generator<Named> {
  for (const arrangement of rotaryArrangements) {
    if (arrangement.says.startsWith("sine")) continue;
    const circles = circlesIn(view, arrangement);
    if (circles === undefined || !isCopied(view, circles.sheet)) continue;
    const { cos, sin } = circles;
    yield* asRotation(input, view, {
      cos,
      sin,
      isTransposed,
      arrangementOf: (order) =>
        order === "once" || arrangement.pairing === undefined ? arrangement : undefined,
    });
  }
}
