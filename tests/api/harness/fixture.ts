import { readFileSync } from "node:fs";

/** Independent numbers: 25 digits as text. */
// biome-ignore lint/suspicious/noExplicitAny: the files differ, and each test says what it reads
export const fixture = (name: string): any =>
  JSON.parse(readFileSync(new URL(`../../fixtures/${name}.json`, import.meta.url), "utf8"));

/** The float nearest to a number of a fixture; 0 has no sign. */
export const nearest = (digits: string) => Math.fround(Number(digits)) + 0;

/** What a float may be off by, in units of its last place. */
export function ulps(value: number, digits: string): number {
  const exact = Number(digits);
  const exponent = Math.max(Math.floor(Math.log2(Math.abs(exact) || 2 ** -126)), -126);
  return Math.abs(value - exact) / 2 ** (exponent - 23);
}
