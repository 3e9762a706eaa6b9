/** A count with its noun: `1 entry`, `3 entries`. Every sentence with a number that may be 1 takes it from here. */
export const counted = (count: number | string, one: string, many = `${one}s`): string =>
  `${count} ${`${count}` === "1" ? one : many}`;
