/** From a quantity to CSS pixels. */
export type Scale = (value: number) => number;
