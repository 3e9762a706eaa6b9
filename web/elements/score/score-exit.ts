/** The place at which a line leaves its picture through the lower edge. */
export interface Exit {
  /** The first point below. */
  readonly index: number;
  /** CSS pixels from the left. */
  readonly x: number;
}

/** @param places - the places of the values, CSS pixels from the left */
export function exitOf(
  values: readonly number[],
  places: readonly number[],
  lower: number,
): Exit | undefined {
  const index = values.findIndex((value) => value < lower);
  if (index < 1) return undefined;
  const [before, after] = [values[index - 1] as number, values[index] as number];
  const [from, to] = [places[index - 1] as number, places[index] as number];
  return { index, x: from + ((before - lower) / (before - after)) * (to - from) };
}
