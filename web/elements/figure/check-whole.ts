/** Refuses what is no whole number in range, with a sentence for the reader. */
export function checkWhole(name: string, value: number, from: number, to: number): void {
  if (Number.isInteger(value) && value >= from && value <= to) return;
  throw new RangeError(`${name} must be a whole number from ${from} to ${to}; got ${value}.`);
}
