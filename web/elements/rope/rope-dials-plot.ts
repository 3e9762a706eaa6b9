import { type DialGrid, dialAt, dialGrid, type Hand } from "../../plot/dial-grid.ts";
import { stroke, svg, text } from "../../plot/dom.ts";
import type { Size } from "../../plot/layered-plot.ts";
import { degrees, formatFixed, formatInteger, formatRough } from "../../plot/numbers.ts";
import type { RotatedPair } from "./rope-shown.ts";

/** Dials with two hands: one pair of a query and of a key, each rotated by its position. */

export interface Dials {
  /** The pairs with a dial. */
  readonly shown: readonly RotatedPair[];
  /** Number of all rotated pairs. */
  readonly count: number;
  readonly query: number;
  readonly key: number;
  readonly score: number;
  /** Index of the dial under the cursor. */
  readonly cursor: number | undefined;
}

// In font sizes.
const HEAD = 2.4; // room for a line above all dials
const ABOVE = 2.3; // room for a line above each dial
const BELOW = 1.9; // room for a line below each dial
const GAP = 2.4; // between dials, with room for the names of hands
const NARROWEST = 6; // width of a dial's words

const HAND = 0.94; // length of a hand, radii
const NAME = 0.75; // distance of its name from the rim, font sizes
/** Distance of a name from the line of its hand, so that names do not overlap if the hands do; font sizes. */
const ASIDE = 0.5;

/** An angle in degrees, from 0 to 360, without whole turns. */
export const withinTurn = (radians: number): number => ((degrees(radians) % 360) + 360) % 360;

export class DialsPlot {
  readonly element = svg("g");
  #grid: DialGrid = { radius: 1, middles: [] };
  #fontSize = 12;
  #width = 0;

  layOut({ width, height }: Size, fontSize: number, count: number): void {
    const scaled = (fontSizes: number) => fontSizes * fontSize;
    this.#fontSize = fontSize;
    this.#width = width;
    const words = { top: scaled(HEAD), above: scaled(ABOVE), below: scaled(BELOW) };
    this.#grid = dialGrid({ width, height, ...words, gap: scaled(GAP), narrowest: scaled(NARROWEST) }, count);
  }

  draw({ shown, count, query, key, score, cursor }: Dials): void {
    const fontSize = this.#fontSize;
    const offset = query - key;
    const title = `t − s = ${formatInteger(query)} − ${formatInteger(key)} = ${formatInteger(offset)}`;
    const sum = `q·k = ${formatFixed(score, 4)} of ${count}`;
    this.element.replaceChildren(
      text(title, 0, fontSize, "start", fontSize, { "font-weight": 600 }),
      text(sum, this.#width, fontSize, "end", fontSize, { "data-score": score }),
      ...shown.map((pair, index) => this.#dial(pair, index, offset, index === cursor)),
    );
  }

  /** The dial at a place of the plot. */
  dialAt(x: number, y: number): number | undefined {
    return dialAt(this.#grid, x, y, 1.2 * this.#grid.radius);
  }

  #dial(pair: RotatedPair, index: number, offset: number, isCurrent: boolean): SVGGElement {
    const { radius, middles } = this.#grid;
    const { x = 0, y = 0 } = middles[index] ?? {};
    const face = { r: radius, fill: "none", stroke: "currentColor" };
    const group = svg("g", { transform: `translate(${x} ${y})`, "data-pair": pair.pair });
    group.append(
      svg("circle", { ...face, "stroke-opacity": 0.35 }),
      this.#sector(pair, offset),
      this.#hand(pair.key, "k", offset < 0 ? 1 : -1),
      this.#hand(pair.query, "q", offset < 0 ? -1 : 1),
      ...this.#words(pair, offset),
    );
    if (isCurrent) {
      group.append(
        svg("circle", { ...face, r: radius + 4, "stroke-width": 2, class: "cursor", "data-transient": true }),
      );
    }
    return group;
  }

  /** The sector from the key's hand to the query's: clockwise, or counterclockwise if the key has the later position. */
  #sector({ frequency, query, key }: RotatedPair, offset: number): SVGGElement {
    const { radius } = this.#grid;
    const at = ({ cosine, sine }: Hand) => `${fixed(radius * sine)} ${fixed(-radius * cosine)}`;
    const between = withinTurn(Math.abs(offset * frequency));
    const rim = `M${at(key)}A${radius} ${radius} 0 ${between > 180 ? 1 : 0} ${offset < 0 ? 0 : 1} ${at(query)}`;
    return svg(
      "g",
      { class: "between" },
      svg("path", { d: `${rim}L0 0Z`, "fill-opacity": 0.18, "data-paint": true, class: "sector" }),
      svg("path", { d: rim, "stroke-width": 4, fill: "none", "data-paint": true, class: "rim" }),
    );
  }

  /** The query's hand is solid and ends in a dot; the key's is dashed and ends in a ring. */
  #hand({ cosine, sine }: Hand, name: "q" | "k", side: 1 | -1): SVGGElement {
    const { radius } = this.#grid;
    const fontSize = this.#fontSize;
    const tip = { cx: fixed(HAND * radius * sine), cy: fixed(-HAND * radius * cosine), r: 4 };
    const isQuery = name === "q";
    const [out, aside] = [radius + NAME * fontSize, side * ASIDE * fontSize];
    const [x, y] = [out * sine + aside * cosine, aside * sine - out * cosine];
    return svg(
      "g",
      { "data-hand": name },
      stroke(`M0 0L${tip.cx} ${tip.cy}`, { width: 2, dash: isQuery ? "none" : "5 3" }),
      svg("circle", {
        ...tip,
        fill: isQuery ? "currentColor" : "Canvas",
        stroke: "currentColor",
        "stroke-width": 2,
      }),
      text(name, x, y + 0.3 * fontSize, "middle", fontSize, { "font-style": "italic" }),
    );
  }

  #words({ pair, frequency }: RotatedPair, offset: number): SVGTextElement[] {
    const { radius } = this.#grid;
    const fontSize = this.#fontSize;
    const angle = `${formatRough(withinTurn(offset * frequency))}°`;
    return [
      text(`pair ${pair}`, 0, -radius - 1.7 * fontSize, "middle", fontSize, { "font-weight": 600 }),
      text(angle, 0, radius + 2.2 * fontSize, "middle", fontSize, { "data-paint": true, class: "angle" }),
    ];
  }
}

const fixed = (pixels: number): string => pixels.toFixed(2);
