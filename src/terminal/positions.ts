/** `--positions`: a range as in Python, or a list. */
import { UsageError } from "./command.ts";

/** The options that choose the rows of a table. */
export type Positions = { start: number; length: number } | { positions: readonly number[] };

const mostListed = 10_000_000;
/** Beyond it, not every whole number is a position. */
const mostPositions = 2 ** 53;

export function positionsOf(text: string): Positions {
  if (!/^[-+\d.e:,]+$/i.test(text)) throw wrong(text);
  if (!text.includes(":")) return { positions: text.split(",").map((word) => numberOf(word, text)) };
  const [from = 0, to, step = 1, more] = text
    .split(":")
    .map((word) => (word === "" ? undefined : numberOf(word, text)));
  if (to === undefined || more !== undefined || step === 0) throw wrong(text);
  const length = Math.max(0, Math.ceil((to - from) / step));
  if (!(length <= mostPositions))
    throw new UsageError(`--positions=${text.slice(0, 40)} has more than 2^53 positions`);
  if (step === 1) return { start: from, length };
  if (length > mostListed)
    throw new UsageError(
      `--positions=${text.slice(0, 40)} has ${length} positions with a step; the limit is ${mostListed}. Make parts of the table`,
    );
  return { positions: Array.from({ length }, (_, i) => from + i * step) };
}

/** Each position in a list of its own, of which there may not be too many. */
export function listOf(positions: Positions): readonly number[] {
  if ("positions" in positions) return positions.positions;
  const { start, length } = positions;
  if (length > mostListed)
    throw new UsageError(`--positions has ${length} positions; at most ${mostListed} are looked at`);
  return Array.from({ length }, (_, i) => start + i);
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
