import { type ComparedRows, compareRows } from "posenc/diagnose";
import { readTable } from "posenc/files";
import { spoken } from "../nodes.ts";

// Says which conventions make the rows that a reader pastes.

/** Most conventions that are listed; the others are counted. */
const MOST = 6;
/** These are enough to decide. */
const MOST_ROWS = 16;
const MOST_CHARACTERS = 1_000_000;

const field = document.querySelector<HTMLTextAreaElement>("#rows");
const verdict = document.querySelector<HTMLElement>("#verdict");
const list = document.querySelector<HTMLElement>("#found");

function answer(text: string): void {
  try {
    if (text.trim() === "") {
      show("", []);
      return;
    }
    const pasted = readTable(text.slice(0, MOST_CHARACTERS), { rows: MOST_ROWS });
    const compared = compareRows(pasted.rows, { roundingOf: pasted.roundingOf });
    const fitting = compared.filter(({ fits }) => fits);
    const closest = fitting.length === 0 ? compared.slice(0, 1) : fitting.slice(0, MOST);
    const isCut = pasted.count > pasted.rows.length || text.length > MOST_CHARACTERS;
    const note = isCut ? ` The first ${pasted.rows.length} rows are compared.` : "";
    show(`${sentence(fitting.length, pasted.rows.length)}${note}`, closest.map(item));
  } catch (error) {
    show(spoken((error as Error).message), []);
  }
}

function sentence(count: number, rows: number): string {
  const pasted = rows === 1 ? "This row fits" : `These ${rows} rows fit`;
  if (count === 0) return "No convention that is known here makes these numbers. The closest one:";
  if (count === 1) return `${pasted} one convention.`;
  const more = count > MOST ? `, of which ${MOST} are listed` : "";
  return `${pasted} ${count} conventions${more}. More rows may tell them apart.`;
}

function item({ convention, difference, row, column, fits }: ComparedRows): HTMLElement {
  const code = document.createElement("code");
  code.textContent = convention.code;
  const models = convention.models.length === 0 ? "" : ` (${convention.models.join(", ")})`;
  const size = difference === 0 ? "not at all" : `by ${difference.toExponential(1)} at most`;
  const place = fits ? "" : `, most in row ${row + 1}, column ${column + 1}`;
  const entry = document.createElement("li");
  entry.append(code, `${models}: differs ${size}${place}.`);
  return entry;
}

function show(text: string, items: readonly HTMLElement[]): void {
  if (verdict) verdict.textContent = text;
  list?.replaceChildren(...items);
}

field?.addEventListener("input", () => answer(field.value));
