/** The entry of a palette of 256 colours for a value; those beyond −1 and 1 get the colours of the ends. */
export const colourOf = (value: number): number => Math.min(Math.max(Math.floor((value + 1) * 128), 0), 255);
