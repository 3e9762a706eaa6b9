/** Degrees of an angle in radians. */
export const degrees = (radians: number): number => (radians * 180) / Math.PI;
