import { outline, painted, svg, text, textMeasure } from "../../plot/dom.ts";
import { LayeredPlot, type Size } from "../../plot/layered-plot.ts";
import { cssColour } from "../../plot/raster.ts";
import type { Cell, Palette, Plot } from "../definition/definition.ts";
import { fitted, label } from "../words/label.ts";
import { movedTo, numberAt, type ShuffleShown, WIDTH } from "./shuffle-shown.ts";

// One word of the picture: its position, its tile, and the numbers that attention gives it.

/** Heights and sizes that all tiles share, CSS pixels. */
interface TileSizes {
  readonly fontSize: number;
  /** Upper edge and height of the tile, under the line of positions. */
  readonly top: number;
  readonly high: number;
  /** Upper edge of the first number, and height from one to the next. */
  readonly numbers: number;
  readonly step: number;
}

const BETWEEN = 2; // numbers, CSS pixels
const ROUND = { tile: 9, number: 2 }; // radii of corners, CSS pixels
const CAPITAL = 0.35; // from the middle of a line down to its baseline, font sizes

class Tile {
  readonly element: SVGGElement;
  readonly #position = text("", 0, 0, "middle", 13, { class: "position" });
  readonly #box = painted(svg("rect", { class: "tile", rx: ROUND.tile }), {});
  readonly #word = text("", 0, 0, "middle", 13, { class: "word" });
  readonly #stem = svg("path", { class: "stem", stroke: "currentColor", "stroke-opacity": 0.2 });
  readonly #numbers = Array.from({ length: WIDTH }, () => svg("rect", { class: "number", rx: ROUND.number }));

  /** @param word - index of the word in the sentence as it was written */
  constructor(word: number) {
    this.#position.setAttribute("data-paint", "");
    this.element = svg(
      "g",
      { class: "moving", "data-word": word },
      this.#position,
      this.#box,
      this.#word,
      this.#stem,
      ...this.#numbers,
    );
  }

  layOut(width: number, { fontSize, top, high, numbers, step }: TileSizes, word: string): void {
    const middle = width / 2;
    set(this.#position, { x: middle, y: top - 0.5 * fontSize, "font-size": fontSize });
    set(this.#box, { y: top, width, height: high });
    set(this.#word, { x: middle, y: top + high / 2 + CAPITAL * fontSize, "font-size": fontSize });
    this.#word.textContent = word;
    this.#stem.setAttribute("d", `M${middle} ${top + high}V${numbers - BETWEEN}`);
    for (const [channel, number] of this.#numbers.entries()) {
      set(number, { y: numbers + channel * step, width, height: Math.max(1, step - BETWEEN) });
    }
  }

  /** @param position - as a text; empty without positions */
  show(position: string, colours: readonly string[]): void {
    this.#position.textContent = position;
    for (const [channel, number] of this.#numbers.entries())
      number.setAttribute("fill", colours[channel] ?? "");
  }

  /** The attribute is for files, the style for the motion on the page. */
  moveTo(left: number): void {
    this.element.setAttribute("transform", `translate(${left.toFixed(2)} 0)`);
    this.element.style.transform = `translate(${left.toFixed(2)}px, 0)`;
  }
}

function set(element: SVGElement, attributes: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value.toFixed(2));
}

// Widths and places of tiles in one row, CSS pixels.

/**
 * The width of each tile: equal if the longest word fits into its share, else as wide as its word needs, with what is left
 * over for all. Tiles are cut if even that is too wide.
 * @param natural - the width that each word needs
 * @param room - of all tiles together, without gaps
 * @param widest - the largest width of equal tiles
 */
function tileWidths(natural: readonly number[], room: number, widest: number): number[] {
  const share = Math.max(0, room / natural.length);
  const longest = Math.max(...natural);
  if (longest <= share) return natural.map(() => Math.min(share, Math.max(widest, longest)));
  const needed = natural.reduce((sum, width) => sum + width, 0);
  if (needed > room) return natural.map((width) => Math.max(0, (width * room) / needed));
  return natural.map((width) => width + (room - needed) / natural.length);
}

interface Row {
  /** Of each word, as they were written. */
  readonly widths: readonly number[];
  readonly gap: number;
  /** Width of the whole plot, in whose middle the row stands. */
  readonly whole: number;
}

/** The left edge of each word's tile, by word, if the words stand in an order. */
function leftEdges({ widths, gap, whole }: Row, order: readonly number[]): number[] {
  const row = widths.reduce((sum, width) => sum + width, (widths.length - 1) * gap);
  const lefts = new Array<number>(widths.length).fill(0);
  let left = (whole - row) / 2;
  for (const word of order) {
    lefts[word] = left;
    left += (widths[word] as number) + gap;
  }
  return lefts;
}

/** The words as tiles in a row, each with a column of its numbers. The word that is held follows the pointer. */

const SMALLEST = 13; // font size, CSS pixels
// In font sizes.
const POSITIONS = 1.4; // height of the line above the tiles
const TILE = 2.6; // height of a tile
const STEM = 0.9; // from a tile to its numbers
const PAD = 0.35; // least space on each side of a word
const WIDEST = 7.2; // tile
const GAP = { least: 3, share: 0.0125, most: 12 }; // between tiles, CSS pixels and a share of the width

interface Held {
  readonly word: number;
  /** From the left edge of its tile to the pointer. */
  readonly grip: number;
  left: number;
}

export class ShufflePlot extends LayeredPlot implements Plot<ShuffleShown> {
  #tiles: Tile[] = [];
  #row: Row = { widths: [], gap: 0, whole: 0 };
  #sizes: TileSizes = { fontSize: SMALLEST, top: 0, high: 0, numbers: 0, step: 1 };
  #order: readonly number[] = [];
  #held: Held | undefined;

  draw(shown: ShuffleShown, size: Size, palette: Palette): void {
    const { words, order, hasPositions, limit } = shown;
    if (this.#tiles.length !== words.length) {
      this.#tiles = words.map((_, word) => new Tile(word));
      this.content.replaceChildren(...this.#tiles.map(({ element }) => element));
    }
    const before = JSON.stringify(this.#row);
    this.#layOut(words.map(label), size);
    // Words glide to a new order, not to a new size of the page.
    if (JSON.stringify(this.#row) !== before) this.content.classList.remove("gliding");
    else if (String(order) !== String(this.#order)) this.content.classList.add("gliding");
    this.#order = order;
    for (const [place, word] of order.entries()) {
      const colours = Array.from({ length: WIDTH }, (_, channel) =>
        cssColour(palette, numberAt(shown, place, channel).now, limit),
      );
      this.#tiles[word]?.show(hasPositions ? String(place) : "", colours);
    }
    this.#place();
  }

  /** Frames a number, and the tile of its word. */
  point(cell: Cell | undefined): void {
    this.cursor.replaceChildren();
    const word = cell && this.#order[cell.column];
    if (cell === undefined || word === undefined || this.#held) return;
    const left = leftEdges(this.#row, this.#order)[word] as number;
    const width = this.#row.widths[word] as number;
    const { top, high, numbers, step } = this.#sizes;
    this.cursor.append(
      outline({ left, top, width, height: high }, { width: 2, rx: 9 }),
      outline(
        { left: left - 1, top: numbers + cell.row * step - 1, width: width + 2, height: step },
        { width: 2, rx: 2 },
      ),
    );
  }

  /** The number at a place of the plot; on a tile, its first one. */
  cellAt(x: number, y: number): Cell | undefined {
    const column = this.#placeAt(x);
    const { top, numbers, step } = this.#sizes;
    if (column === undefined || y < top) return undefined;
    return { column, row: Math.min(Math.max(Math.floor((y - numbers) / step), 0), WIDTH - 1) };
  }

  /** Takes the word at a place, if there is one. */
  take(x: number, y: number): boolean {
    const place = y < this.#sizes.top ? undefined : this.#placeAt(x);
    const word = place === undefined ? undefined : this.#order[place];
    if (word === undefined) return false;
    const left = leftEdges(this.#row, this.#order)[word] as number;
    this.#held = { word, left, grip: x - left };
    const { element } = this.#tiles[word] as Tile;
    element.classList.add("held");
    this.content.append(element); // above the others
    this.cursor.replaceChildren();
    return true;
  }

  /** Moves the held word to the pointer. Returns the order that follows, in which it stands nearest to its tile. */
  drag(x: number): readonly number[] {
    if (!this.#held) return this.#order;
    const { word, grip } = this.#held;
    this.#held.left = x - grip;
    this.#place();
    const from = this.#order.indexOf(word);
    const orders = this.#order.map((_, to) => movedTo(this.#order, from, to));
    const far = orders.map((order) => Math.abs((leftEdges(this.#row, order)[word] as number) - (x - grip)));
    return orders[far.indexOf(Math.min(...far))] as readonly number[];
  }

  /** Lets the held word go to its place. */
  drop(): void {
    if (!this.#held) return;
    this.#tiles[this.#held.word]?.element.classList.remove("held");
    this.#held = undefined;
    this.#place();
  }

  #layOut(words: readonly string[], { width, height }: Size): void {
    const fontSize = Math.max(SMALLEST, Number.parseFloat(getComputedStyle(this.element).fontSize));
    const measure = textMeasure(this.element, fontSize);
    const pad = PAD * fontSize;
    const gap = Math.min(Math.max(GAP.least, GAP.share * width), GAP.most);
    const room = Math.max(0, width - (words.length - 1) * gap);
    // Words are drawn half bold, which is a little wider than what is measured.
    const natural = words.map((word) => 1.06 * measure(word) + 2 * pad);
    const widths = tileWidths(natural, room, WIDEST * fontSize);
    this.#row = { widths, gap, whole: width };
    const [top, high] = [POSITIONS * fontSize, TILE * fontSize];
    const numbers = top + high + STEM * fontSize;
    const step = Math.max(2, (height - numbers) / WIDTH);
    this.#sizes = { fontSize, top, high, numbers, step };
    for (const [word, tile] of this.#tiles.entries()) {
      const tileWidth = widths[word] as number;
      tile.layOut(tileWidth, this.#sizes, fitted(words[word] as string, (tileWidth - 2) / 1.06, measure));
    }
  }

  #place(): void {
    const lefts = leftEdges(this.#row, this.#order);
    for (const [word, tile] of this.#tiles.entries())
      tile.moveTo(this.#held?.word === word ? this.#held.left : (lefts[word] as number));
  }

  #placeAt(x: number): number | undefined {
    const lefts = leftEdges(this.#row, this.#order);
    const half = this.#row.gap / 2;
    const place = this.#order.findIndex((word) => {
      const [left, width] = [lefts[word] as number, this.#row.widths[word] as number];
      return x >= left - half && x < left + width + half;
    });
    return place < 0 ? undefined : place;
  }
}
