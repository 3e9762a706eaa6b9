import type { Box } from "../../plot/box.ts";
import { svg } from "../../plot/dom.ts";
import { text } from "../../plot/text.ts";

/** Where the sum enters the Transformer: before the first layer of the encoder, and before that of the decoder. */

const LINE = 3; // font sizes from one line to the other
const BOX = 7.2; // font sizes of a box
const LINES = [
  ["input words", "encoder"],
  ["words so far", "decoder"],
] as const;

export function drawScheme({ left, top, width }: Box, fontSize: number, vectors: string): SVGElement[] {
  const unit = Math.min(1.6, width / fontSize / 25) * fontSize; // an arrow
  const title = text("Where it enters", left, top + 2.2 * fontSize, "start", fontSize, {
    "font-weight": 600,
  });
  return [
    title,
    ...LINES.flatMap(([words, stack], line) => {
      const y = top + (4.1 + line * LINE) * fontSize;
      const draw = new Line(left, y, fontSize, unit);
      draw.word(words, 7).arrow().word(vectors, 3).arrow().plus().arrow();
      const end = draw.box(stack, `enters-${stack}`);
      if (line === 0) return draw.parts;
      const up = `M${end - (BOX / 2) * fontSize} ${y - (LINE - 0.8) * fontSize}V${y - 0.85 * fontSize}`;
      return [...draw.parts, arrow(up, end - (BOX / 2) * fontSize, y - 0.85 * fontSize, "down")];
    }),
  ];
}

/** A line of words, arrows and boxes, drawn from left to right. */
class Line {
  readonly parts: SVGElement[] = [];
  readonly #y: number;
  readonly #fontSize: number;
  readonly #arrow: number;
  #x: number;

  constructor(x: number, y: number, fontSize: number, arrow: number) {
    this.#x = x;
    this.#y = y;
    this.#fontSize = fontSize;
    this.#arrow = arrow;
  }

  /** @param room - font sizes */
  word(content: string, room: number): this {
    this.parts.push(text(content, this.#x, this.#baseline, "start", this.#fontSize));
    this.#x += room * this.#fontSize;
    return this;
  }

  arrow(): this {
    const end = this.#x + this.#arrow;
    this.parts.push(arrow(`M${this.#x} ${this.#y}H${end}`, end, this.#y, "right"));
    this.#x = end + 0.35 * this.#fontSize;
    return this;
  }

  /** The sum, with the position that comes into it. */
  plus(): this {
    const r = 0.65 * this.#fontSize;
    const x = this.#x + r;
    const d = `M${x - 0.6 * r} ${this.#y}h${1.2 * r}M${x} ${this.#y - 0.6 * r}v${1.2 * r}`;
    this.parts.push(
      svg("circle", { cx: x, cy: this.#y, r, fill: "none", stroke: "currentColor" }),
      svg("path", { d, stroke: "currentColor", fill: "none" }),
    );
    this.#x = x + r + 0.2 * this.#fontSize;
    this.parts.push(text("P", this.#x, this.#baseline, "start", this.#fontSize, { "font-weight": 600 }));
    this.#x += this.#fontSize;
    return this;
  }

  /** @returns its right end */
  box(content: string, className: string): number {
    const size = this.#fontSize;
    const shape = { x: this.#x, y: this.#y - 0.85 * size, width: BOX * size, height: 1.7 * size, rx: 3 };
    this.parts.push(
      svg("rect", {
        ...shape,
        class: className,
        fill: "none",
        stroke: "currentColor",
        "stroke-opacity": 0.6,
      }),
      text(content, this.#x + (BOX / 2) * size, this.#baseline, "middle", size),
    );
    this.#x += BOX * size;
    return this.#x;
  }

  get #baseline(): number {
    return this.#y + 0.34 * this.#fontSize;
  }
}

function arrow(shaft: string, x: number, y: number, way: "right" | "down"): SVGPathElement {
  const head =
    way === "right"
      ? `M${x - 4} ${y - 3}L${x} ${y}L${x - 4} ${y + 3}`
      : `M${x - 3} ${y - 4}L${x} ${y}L${x + 3} ${y - 4}`;
  return svg("path", { d: shaft + head, fill: "none", stroke: "currentColor", "stroke-opacity": 0.6 });
}
