/** Places of two panels, each a matrix and three columns: beside each other or stacked, whichever gives larger cells. */

interface PanelPlace {
  /** Upper left corner of the panel, CSS pixels. */
  readonly left: number;
  readonly top: number;
}

export interface RotationLayout {
  /** Side of a cell, CSS pixels. */
  readonly cell: number;
  /** Left edges of the matrix and of the columns, and the upper edge of all, from the panel's corner. */
  readonly matrix: number;
  readonly columns: readonly [number, number, number];
  readonly cells: number;
  readonly panels: readonly [PanelPlace, PanelPlace];
}

// In font sizes.
const NAMES = 1.9; // room for the numbers of dimensions at the left
const HEAD = 3.2; // room for a title, and names of columns
const FOOT = 3.6; // room for two lines of text
const BETWEEN = 2; // between panels beside each other
const END = 1.3; // space at the right for a column's name, which can be wider than a cell
const SIGN = 1.7; // room between columns for a sign
const COLUMN = 3.7; // least distance of columns, for their names
const LARGEST = 3.4; // largest side of a cell

export function layOutRotation(
  { width, height }: { readonly width: number; readonly height: number },
  size: number,
  fontSize: number,
): RotationLayout {
  const between = BETWEEN * fontSize;
  const options = [1, 2].map((across) => {
    const room = { width: (width - (across - 1) * between) / across, height: height / (3 - across) };
    const cell = Math.max(1, Math.min(...cellsFor(room, size, fontSize)));
    return { across, room, cell };
  });
  const [stacked, beside] = options as [(typeof options)[0], (typeof options)[0]];
  const { across, room, cell } = beside.cell >= stacked.cell ? beside : stacked;
  const matrix = NAMES * fontSize;
  const step = Math.max(cell + SIGN * fontSize, COLUMN * fontSize);
  const first = matrix + size * cell + (step - cell);
  const second = across === 2 ? { left: room.width + between, top: 0 } : { left: 0, top: room.height };
  return {
    cell,
    matrix,
    columns: [first, first + step, first + 2 * step],
    cells: HEAD * fontSize,
    panels: [{ left: 0, top: 0 }, second],
  };
}

/** Largest sides of cells: to fit into the width, to fit into the height, and in any room. */
function cellsFor(room: { width: number; height: number }, size: number, fontSize: number): number[] {
  const across = room.width - (NAMES + END) * fontSize;
  const wide = (across - 3 * SIGN * fontSize) / (size + 3);
  const narrow = (across - 3 * COLUMN * fontSize) / size;
  return [
    wide + SIGN * fontSize >= COLUMN * fontSize ? wide : narrow,
    (room.height - (HEAD + FOOT) * fontSize) / size,
    LARGEST * fontSize,
  ];
}
