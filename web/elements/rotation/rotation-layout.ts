/** Where two panels stand, each a matrix and three columns: beside each other where that leaves larger cells, else stacked. */

interface PanelPlace {
  /** Upper left corner of the panel, CSS pixels. */
  readonly left: number;
  readonly top: number;
}

export interface RotationLayout {
  /** Side of a cell, CSS pixels. */
  readonly cell: number;
  /** Left edges of matrix and columns, and upper edge of all of them, from the panel's corner. */
  readonly matrix: number;
  readonly columns: readonly [number, number, number];
  readonly cells: number;
  readonly panels: readonly [PanelPlace, PanelPlace];
}

// In font sizes.
const NAMES = 1.9; // room of the dimensions' numbers at the left
const HEAD = 3.2; // title, and names of columns
const FOOT = 3.6; // two lines that the panel says, and air
const BETWEEN = 2; // panels beside each other
const END = 1.3; // air at the right, where a column's name is wider than a cell
const SIGN = 1.7; // room between columns for a sign
const COLUMN = 3.7; // least distance of columns, for their names
const LARGEST = 3.4; // cell

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

/** Sides that cells may have to fit across and down, and to stay calm. */
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
