/** Refuses what is no whole number in range, with a sentence for the reader. */
export function checkWhole(name: string, value: number, from: number, to: number): void {
  if (Number.isInteger(value) && value >= from && value <= to) return;
  throw new RangeError(`${name} must be a whole number from ${from} to ${to}; got ${value}.`);
}

/** Refuses what a figure has no room or no time for; what is no number at all is for the module to refuse. */
export function checkMost(name: string, value: number, most: number): void {
  if (value > most) throw new RangeError(`${name} must be at most ${most} here; got ${value}.`);
}
