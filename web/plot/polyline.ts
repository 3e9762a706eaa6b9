export type Point = readonly [x: number, y: number];

/** A point as text in the data of a path, with hundredths of a CSS pixel. */
export const pointText = ([x, y]: Point): string => `${x.toFixed(2)} ${y.toFixed(2)}`;

/** The data of a path from point to point. */
export const polyline = (points: Iterable<Point>): string => `M${Array.from(points, pointText).join("L")}`;
