import { float } from "./code.ts";

interface Geometric {
  /** Channels, twice the number of pairs. */
  readonly width: number;
  readonly base: number;
  /** Index of the first pair. Default 0. */
  readonly first?: number;
  /** Subtracted from the number of pairs in the exponent. Default 0. */
  readonly shift?: number;
  /** Factor of positions. Default 1. */
  readonly scale?: number;
  /** Python that changes `base` of `d` channels. */
  readonly changed?: string | undefined;
}

/** Python that makes `frequency` in radians per position, one for each pair: a falling geometric series. */
export function pairFrequencies({
  width,
  base,
  first = 0,
  shift = 0,
  scale = 1,
  changed,
}: Geometric): string {
  const pairs = first === 0 ? "d // 2" : `${first}, ${first} + d // 2`;
  const factor = scale === 1 ? "" : `${scale} * `;
  return `d, base = ${width}, ${float(base)}${changed ? `\n${changed}` : ""}
i = xp.arange(${pairs}, dtype=xp.float64)
frequency = ${factor}base ** (-2 * i / ${shift === 0 ? "d" : `(d - ${2 * shift})`})`;
}
