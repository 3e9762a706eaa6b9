import { type DialGrid, dialAt, dialGrid } from "../../plot/dial-grid.ts";
import { painted, stroke, svg, text } from "../../plot/dom.ts";
import { dragIn } from "../../plot/drag.ts";
import { LayeredPlot, type Size } from "../../plot/layered-plot.ts";
import { formatFixed, formatRough } from "../../plot/numbers.ts";
import { HeldHand } from "../clock/clock-plot.ts";
import { type Cell, cellAfter, type Host, type Plot } from "../definition/definition.ts";
import { angleOf, type Dial, type DialsShown, lengthOf, PAIRS, type Pair } from "./dials-shown.ts";

/** Four dials with the hands of a query and of a key, the angle between them, and the score as a bar. */

const SMALLEST = 13; // font size, CSS pixels
// In font sizes.
const BELOW = 2.2; // room for the line under a dial
const GAP = 1.9; // between dials, with room for the names of hands
const NARROWEST = 8; // width of the line under a dial
const SCORE = 2.6; // height of the score under all dials
const NAMES = { score: 6, value: 4.2 }; // room for words at the ends of the bar
const BAR = 1.15; // height of the bar
const AWAY = 0.75; // of a hand's name from its tip

const ARC = { radius: 0.42, width: 8 }; // a share of the dial; CSS pixels
const LONGEST = 0.9; // of all hands, as a share of the radius
const TIP = 6; // radius of the end of a hand, CSS pixels
const REACH = 26; // of a hand's tip for the pointer, CSS pixels

/** What the pointer takes: the hand of the key or of the query, or the dial with both. */
export interface Grip {
  readonly dial: number;
  readonly hand: "query" | "key" | "both";
}

export class DialsPlot extends LayeredPlot implements Plot<DialsShown> {
  #grid: DialGrid = { radius: 1, middles: [] };
  #fontSize = SMALLEST;

  draw(shown: DialsShown, { width, height }: Size): void {
    const fontSize = Math.max(SMALLEST, Number.parseFloat(getComputedStyle(this.element).fontSize));
    this.#fontSize = fontSize;
    const scaled = (fontSizes: number) => fontSizes * fontSize;
    const room = { width, height: height - scaled(SCORE), top: 0, above: scaled(0.9), below: scaled(BELOW) };
    this.#grid = dialGrid({ ...room, gap: scaled(GAP), narrowest: scaled(NARROWEST) }, shown.dials.length);
    this.content.replaceChildren(
      ...shown.dials.map((dial, index) => this.#dial(dial, index, shown.longest)),
      this.#score(shown, width, height),
    );
  }

  point(cell: Cell | undefined): void {
    this.cursor.replaceChildren();
    const middle = cell && this.#grid.middles[cell.column];
    if (!middle) return;
    this.cursor.append(
      svg("circle", { cx: middle.x, cy: middle.y, r: this.#grid.radius + 4, "stroke-width": 2 }),
    );
  }

  cellAt(x: number, y: number): Cell | undefined {
    const column = dialAt(this.#grid, x, y, 1.15 * this.#grid.radius);
    return column === undefined ? undefined : { row: 0, column };
  }

  /** What can be taken at a place: the nearer hand if its tip is near, else the dial. */
  gripAt(x: number, y: number, { dials, longest }: DialsShown): Grip | undefined {
    const dial = this.cellAt(x, y)?.column;
    if (dial === undefined) return undefined;
    const middle = this.#grid.middles[dial] as { x: number; y: number };
    const { query, key } = dials[dial] as Dial;
    const far = (pair: Pair) => {
      const [right, up] = this.#tip(pair, longest);
      return Math.hypot(x - middle.x - right, y - middle.y + up);
    };
    const [ofQuery, ofKey] = [far(query), far(key)];
    if (Math.min(ofQuery, ofKey) > REACH) return { dial, hand: "both" };
    return { dial, hand: ofKey <= ofQuery ? "key" : "query" };
  }

  /** The angle of a place around the middle of a dial: radians counterclockwise from the right, as in the plane. */
  angleAt(x: number, y: number, dial: number): number {
    const middle = this.#grid.middles[dial] as { x: number; y: number };
    return Math.atan2(middle.y - y, x - middle.x);
  }

  /** The end of a hand: to the right, and up. */
  #tip([x, y]: Pair, longest: number): [right: number, up: number] {
    const scale = (LONGEST * this.#grid.radius) / longest;
    return [scale * x, scale * y];
  }

  #dial(dial: Dial, index: number, longest: number): SVGGElement {
    const { radius, middles } = this.#grid;
    const { x = 0, y = 0 } = middles[index] ?? {};
    const fontSize = this.#fontSize;
    const step = `${formatRough(dial.frequency)} ${dial.frequency === 1 ? "radian" : "rad"} a step`;
    return svg(
      "g",
      { transform: `translate(${x.toFixed(2)} ${y.toFixed(2)})`, "data-pair": index },
      svg("circle", {
        r: radius,
        fill: "none",
        stroke: "currentColor",
        "stroke-opacity": 0.22,
        "stroke-width": 1.5,
      }),
      this.#between(dial),
      this.#hand("k", dial.key, dial.query, longest),
      this.#hand("q", dial.query, dial.key, longest),
      text(step, 0, radius + 1.9 * fontSize, "middle", fontSize, { "fill-opacity": 0.78 }),
    );
  }

  /** The angle between the hands, the short way round. */
  #between({ query, key }: Dial): SVGPathElement {
    const radius = ARC.radius * this.#grid.radius;
    const [from, to] = [angleOf(key), angleOf(query)];
    const at = (angle: number) =>
      `${(radius * Math.cos(angle)).toFixed(2)} ${(-radius * Math.sin(angle)).toFixed(2)}`;
    const isLeft = Math.sin(to - from) > 0; // counterclockwise on the screen
    const d = `M${at(from)}A${radius.toFixed(2)} ${radius.toFixed(2)} 0 0 ${isLeft ? 0 : 1} ${at(to)}`;
    return painted(stroke(d, { width: ARC.width, opacity: 0.85, class: "between" }), {
      stroke: "var(--_ink)",
    });
  }

  /** The hand of the query ends in a dot, that of the key in a ring. */
  #hand(name: "q" | "k", pair: Pair, other: Pair, longest: number): SVGGElement {
    const [right, up] = this.#tip(pair, longest);
    const [cx, cy] = [right.toFixed(2), (-up).toFixed(2)];
    const dot = svg("circle", { cx, cy, r: TIP, "stroke-width": 3, class: "tip" });
    const line = stroke(`M0 0L${cx} ${cy}`, { width: 3.5, "stroke-linecap": "round", class: "line" });
    for (const part of [dot, line]) part.setAttribute("data-paint", "");
    const fontSize = this.#fontSize;
    const isLeft = Math.sin(angleOf(pair) - angleOf(other)) > 0;
    const out = lengthOf([right, up]) + AWAY * fontSize + 2;
    const [angle, aside] = [angleOf(pair), (isLeft ? 0.45 : -0.45) * fontSize];
    const x = out * Math.cos(angle) - aside * Math.sin(angle);
    const y = -out * Math.sin(angle) - aside * Math.cos(angle);
    const letter = text(name, x, y + 0.32 * fontSize, "middle", fontSize, {
      "font-style": "italic",
      "font-weight": 600,
      "data-paint": true,
      class: "name",
    });
    return svg("g", { "data-hand": name, class: name }, line, dot, letter);
  }

  /** The score as a bar from the middle, between the least and the largest that these lengths allow. */
  #score({ score, most }: DialsShown, width: number, height: number): SVGGElement {
    const fontSize = this.#fontSize;
    const whole = Math.min(width, 46 * fontSize);
    const left = (width - whole) / 2;
    const [from, to] = [left + NAMES.score * fontSize, left + whole - NAMES.value * fontSize];
    const high = BAR * fontSize;
    const top = height - high - 0.4 * fontSize;
    const middle = (from + to) / 2;
    const wide = (Math.abs(score) / most) * ((to - from) / 2);
    const baseline = top + high / 2 + 0.36 * fontSize;
    const back = svg("rect", {
      x: from,
      y: top,
      width: Math.max(0, to - from),
      height: high,
      rx: 4,
      class: "back",
    });
    const bar = {
      x: score < 0 ? middle - wide : middle,
      y: top,
      width: Math.max(0, wide),
      height: high,
      rx: 4,
    };
    return svg(
      "g",
      { "data-score": score },
      text("score q · k", left, baseline, "start", fontSize),
      painted(back, { fill: "color-mix(in srgb, currentColor 7%, transparent)" }),
      painted(svg("rect", { ...bar, class: "bar-of-score" }), { fill: "var(--_ink)" }),
      stroke(`M${middle} ${top - 2}v${high + 4}`, { opacity: 0.5 }),
      text(formatFixed(score, 3), left + whole, baseline, "end", fontSize, {
        "font-weight": 700,
        class: "score",
      }),
    );
  }
}

/** Moves of the two words: both together, or one of them. */

export type Dials = Host<{ query: number; key: number }, DialsShown>;

/** The last position: up to it all positions are exact. */
export const LAST = 2 ** 24 - 1;

/** Moves both words so that the query stands at a position, or as near to it as both stay in range. */
export function moveBoth(figure: Dials, position: number): void {
  const distance = figure.query - figure.key;
  const query = Math.min(Math.max(position, distance, 0), LAST + Math.min(distance, 0));
  Object.assign(figure, { query, key: query - distance });
}

export function moveOne(figure: Dials, word: "query" | "key", position: number): void {
  figure[word] = Math.min(Math.max(position, 0), LAST);
}

/** A hand moves its word, and the face of a dial moves both. */
export function dragHands(figure: Dials, plot: DialsPlot): void {
  let held: HeldHand | undefined;
  let grip: Grip | undefined;
  dragIn(plot.element, {
    holdsTouch: true,
    take(x, y, { pointerType }) {
      grip = figure.shown && plot.gripAt(x, y, figure.shown);
      const frequency = grip && figure.shown?.dials[grip.dial]?.frequency;
      if (!grip || !frequency) return false;
      if (pointerType === "touch" && grip.hand === "both") return false; // beside a hand a finger scrolls the page
      const position = grip.hand === "key" ? figure.key : figure.query;
      held = new HeldHand(grip.dial, frequency, plot.angleAt(x, y, grip.dial), position);
      return true;
    },
    move(x, y) {
      if (!held || !grip) return;
      const position = held.rotateTo(plot.angleAt(x, y, held.dial), LAST);
      if (grip.hand === "both") moveBoth(figure, position);
      else moveOne(figure, grip.hand, position);
    },
  });
}

const PAGE = 10; // positions of Page Up and Page Down

/** Up and down move both words, with Shift the key alone; other keys choose a dial. */
export function press(event: KeyboardEvent, figure: Dials): Cell | true | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const steps: Readonly<Record<string, number>> = {
    ArrowUp: 1,
    ArrowDown: -1,
    PageUp: PAGE,
    PageDown: -PAGE,
  };
  const by = Object.hasOwn(steps, event.key) ? steps[event.key] : undefined;
  if (by === undefined)
    return cellAfter(event.key, figure.cursor ?? { row: 0, column: -1 }, { rows: 1, columns: PAIRS });
  if (event.shiftKey) moveOne(figure, "key", figure.key + by);
  else moveBoth(figure, figure.query + by);
  return true;
}
