/** `--positions`: a range as in Python, or a list. */
import { UsageError } from "./command.ts";

/** The options that choose the rows of a table. */
export type Positions = { start: number; length: number } | { positions: readonly number[] };

const mostListed = 10_000_000;

export function positionsOf(text: string): Positions {
  if (!/^[-+\d.e:,]+$/i.test(text)) throw wrong(text);
  if (!text.includes(":")) return { positions: text.split(",").map((word) => numberOf(word, text)) };
  const [from = 0, to, step = 1, more] = text
    .split(":")
    .map((word) => (word === "" ? undefined : numberOf(word, text)));
  if (to === undefined || more !== undefined || step === 0) throw wrong(text);
  const length = Math.max(0, Math.ceil((to - from) / step));
  if (step === 1 && Number.isInteger(from)) return { start: from, length };
  if (length > mostListed)
    throw new UsageError(
      `--positions=${text} has ${length} positions with a step; the limit is ${mostListed}. Make parts of the table`,
    );
  return { positions: Array.from({ length }, (_, i) => from + i * step) };
}

export const countOf = (positions: Positions): number =>
  "length" in positions ? positions.length : positions.positions.length;

/** Some of the positions. */
export function partOf(positions: Positions, from: number, to: number): Positions {
  if ("positions" in positions) return { positions: positions.positions.slice(from, to) };
  return { start: positions.start + from, length: to - from };
}

function numberOf(word: string, text: string): number {
  const value = Number(word);
  if (word.trim() === "" || !Number.isFinite(value)) throw wrong(text);
  return value;
}

const wrong = (text: string) =>
  new UsageError(
    `--positions must be a range such as 0:5000 or 0:5000:2, or a list such as 0,1,500; got ${text.slice(0, 40)}`,
  );
