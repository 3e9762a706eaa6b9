import { svg } from "../../plot/dom.ts";
import { painted } from "../../plot/stroke.ts";
import { text } from "../../plot/text.ts";
import { WIDTH } from "./shuffle-shown.ts";

/** One word of the picture: its position, its tile, and the numbers that attention gives it. */

/** Heights and sizes that all tiles share, CSS pixels. */
export interface TileSizes {
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

export class Tile {
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
