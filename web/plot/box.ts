/** A rectangle in a plot, CSS pixels from the plot's upper left corner. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export const contains = ({ left, top, width, height }: Box, x: number, y: number): boolean =>
  x >= left && x < left + width && y >= top && y < top + height;

/** Gives an absolutely placed element the place and the size of a box. */
export function putAt({ style }: HTMLElement, box: Box): void {
  for (const name of ["left", "top", "width", "height"] as const) style[name] = `${box[name]}px`;
}

/** A box that is divided into equal cells. */
export interface CellBox extends Box {
  readonly rows: number;
  readonly columns: number;
}

export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

/** The rectangle of a cell. */
export function cellBox(box: CellBox, { row, column }: CellPlace): Box {
  const [width, height] = [box.width / box.columns, box.height / box.rows];
  return { left: box.left + column * width, top: box.top + row * height, width, height };
}

/** The cell at a place; undefined outside the box. */
export function cellUnder(box: CellBox, x: number, y: number): CellPlace | undefined {
  const column = Math.floor(((x - box.left) / box.width) * box.columns);
  const row = Math.floor(((y - box.top) / box.height) * box.rows);
  const isInside = row >= 0 && row < box.rows && column >= 0 && column < box.columns;
  return isInside ? { row, column } : undefined;
}
