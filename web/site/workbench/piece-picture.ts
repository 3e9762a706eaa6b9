import { axis } from "../../plot/axis.ts";
import { putAt } from "../../plot/box.ts";
import { CellPainter, divergingColours } from "../../plot/cells.ts";
import { colourKey } from "../../plot/colour-key.ts";
import { svg } from "../../plot/dom.ts";
import { formatRough } from "../../plot/numbers.ts";
import { cssColour } from "../../plot/palette-entry.ts";
import { text } from "../../plot/text.ts";
import { fadingPalette } from "./fading-palette.ts";
import type { Difference } from "./piece-values.ts";

/** The picture of a mistake: a heat map of the difference, with its axes and its colours. */

const FONT = 13; // CSS pixels
const MARGIN = { left: 4.6, top: 2.6, right: 0.6, bottom: 3 }; // font sizes
const KEY = 23; // width of the colour key with its name, font sizes
const BAR = 16.4; // begin of its bar
const LINE = 1.3; // least distance of rows' names, font sizes

export class PiecePicture {
  readonly #place: HTMLElement;
  readonly #canvas = document.createElement("canvas");
  readonly #drawing = svg("svg", { role: "img" });
  readonly #painter = new CellPainter(this.#canvas);

  constructor(place: HTMLElement) {
    this.#place = place;
    this.#canvas.hidden = true; // until it has its place
    place.replaceChildren(this.#canvas, this.#drawing);
  }

  show(difference: Difference): void {
    const limit = difference.values.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1;
    const { rows, columns, quantity } = difference;
    this.#drawing.setAttribute(
      "aria-label",
      `${quantity}: ${rows.length} × ${columns} numbers, the largest ${formatRough(limit)}`,
    );
    new ResizeObserver(() => this.#draw(difference, limit)).observe(this.#place);
  }

  #draw({ down, across, rows, columns, values, quantity }: Difference, limit: number): void {
    const { width, height } = this.#drawing.getBoundingClientRect();
    if (width === 0) return;
    const palette = fadingPalette();
    const [left, top] = [MARGIN.left * FONT, MARGIN.top * FONT];
    const box = {
      left,
      top,
      width: Math.max(1, width - left - MARGIN.right * FONT),
      height: Math.max(1, height - top - MARGIN.bottom * FONT),
    };
    putAt(this.#canvas, box);
    this.#canvas.hidden = false;
    const scale = devicePixelRatio;
    this.#painter.clear(Math.round(box.width * scale), Math.round(box.height * scale), scale);
    this.#painter.paint({ ...box, left: 0, top: 0 }, columns, divergingColours(values, limit, palette));
    const bottom = box.top + box.height;
    const isNarrow = width < KEY * FONT;
    const most = formatRough(limit);
    const key = colourKey(isNarrow ? "" : quantity, { start: 0, bar: BAR }, [`−${most}`, most], (share) => ({
      "stop-color": cssColour(palette, share < 0.5 ? -1 : 1),
      "stop-opacity": Math.abs(2 * share - 1),
    }));
    this.#drawing.replaceChildren(
      text(down, 0, top - 0.6 * FONT, "start", FONT),
      ...(isNarrow ? [text(quantity, width, 0.9 * FONT, "end", FONT)] : []),
      ...names(rows, box, left),
      axis({
        side: "bottom",
        view: [0, columns],
        from: left,
        to: left + box.width,
        at: bottom,
        fontSize: FONT,
        offset: 0.5,
      }),
      text(across, left + box.width, bottom + 2.6 * FONT, "end", FONT),
      svg(
        "g",
        {
          transform: `translate(${width - KEY * FONT} ${isNarrow ? 2 * FONT : FONT}) scale(${FONT})`,
          "font-size": 1,
          fill: "currentColor",
        },
        ...key,
      ),
    );
  }
}

/** Names of rows, as many as there is room for. */
function names(rows: readonly string[], { top, height }: { top: number; height: number }, at: number) {
  const each = height / rows.length;
  const every = Math.max(1, Math.ceil((LINE * FONT) / each));
  return rows
    .map((name, row) => ({ name, y: top + (row + 0.5) * each + 0.34 * FONT, row }))
    .filter(({ row }) => row % every === 0)
    .map(({ name, y }) => text(name, at - 6, y, "end", FONT));
}
