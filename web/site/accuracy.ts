import { load } from "posenc/full";

/** The table of errors, measured in the reader's browser against float64. */

const D_MODEL = 512;
const BASE = 10_000;

/** Ends of the stretches that are measured; out to here a float64 angle is good to 1e-9, far under what is shown. */
const POSITIONS = [512, 5_000, 45_000, 131_072, 1_000_000];

/** Positions in a stretch: enough to meet the worst rounding of the fastest dimensions. */
const ROWS = 32;

const { fround } = Math;

/** The recipe of the common frameworks: every step rounded to float32. */
function recipe(position: number, exponent: number): number {
  return fround(position * fround(1 / fround(BASE ** exponent)));
}

function largest(errors: Iterable<number>): string {
  let most = 0;
  for (const error of errors) most = Math.max(most, error);
  const power = Math.floor(Math.log10(most));
  return `${Math.round(most / 10 ** power)} × 10${superscript(power)}`;
}

function superscript(integer: number): string {
  return String(integer).replace(/./g, (sign) =>
    sign === "-" ? "⁻" : ("⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(sign)] as string),
  );
}

/** Replaces the printed errors by measured ones; where the module cannot be loaded, the printed ones stay. */
export async function fillAccuracy(): Promise<void> {
  const pe = await load().catch(() => undefined);
  if (!pe) return;
  const rows = document.querySelectorAll("#accuracy tbody tr");
  for (const [index, position] of POSITIONS.entries()) {
    const start = position - ROWS + 1;
    const cells = rows[index]?.querySelectorAll("td");
    const ours = pe.sinusoidal({ start, length: ROWS, dModel: D_MODEL, base: BASE });
    cells?.[0]?.replaceChildren(largest(recipeErrors(start)));
    cells?.[1]?.replaceChildren(largest(tableErrors(start, ours)));
  }
}

function* recipeErrors(start: number): Generator<number> {
  for (let position = start; position < start + ROWS; position++) {
    for (let pair = 0; pair < D_MODEL; pair += 2) {
      const exact = position / BASE ** (pair / D_MODEL);
      const rounded = recipe(position, pair / D_MODEL);
      yield Math.abs(fround(Math.sin(rounded)) - Math.sin(exact));
      yield Math.abs(fround(Math.cos(rounded)) - Math.cos(exact));
    }
  }
}

function* tableErrors(start: number, table: Float32Array): Generator<number> {
  for (const [index, value] of table.entries()) {
    const position = start + Math.floor(index / D_MODEL);
    const channel = index % D_MODEL;
    const exact = position / BASE ** ((channel - (channel % 2)) / D_MODEL);
    yield Math.abs(value - (channel % 2 ? Math.cos(exact) : Math.sin(exact)));
  }
}
