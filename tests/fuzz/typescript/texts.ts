/** Tables of numbers as programs print them. */
import type { Random } from "./random.ts";

const printed = (random: Random) =>
  random.pick([
    () => `${random.below(2000) - 1000}`,
    () => (2 * random.next() - 1).toFixed(random.below(9)),
    () => (1000 * random.next()).toExponential(random.below(9)),
    () => (random.next() / 1e4).toPrecision(1 + random.below(17)),
    () => `${random.below(10)}.`,
  ])();

/** CSV, TSV, NumPy, PyTorch, JSON or plain columns. */
export function textFor(random: Random): string {
  const width = 1 + random.below(6);
  const rows = random.list(1 + random.below(6), () => random.list(width, () => printed(random)));
  const names = random.list(width, (n) => random.pick([`c${n}`, "sin", "position (m)", '"x"', "nan"]));
  return random.pick([
    () =>
      lines(random, rows, random.pick([",", "\t", ";", ", ", "  "]), random.chance(0.4) ? names : undefined),
    () => `[[${rows.map((row) => row.join(" ")).join("]\n [")}]]`,
    () => `tensor([[${rows.map((row) => row.join(", ")).join("],\n        [")}]], dtype=torch.float64)`,
    () => `array([[${rows.map((row) => row.join(", ")).join("],\n       [")}]], dtype=float32)`,
    () => JSON.stringify(rows.map((row) => row.map(Number))),
  ])();
}

function lines(
  random: Random,
  rows: readonly string[][],
  between: string,
  names: string[] | undefined,
): string {
  const all = names === undefined ? rows : [names, ...rows];
  return all.map((row) => row.join(between)).join(random.pick(["\n", "\r\n"]));
}
