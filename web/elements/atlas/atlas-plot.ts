import type { Box } from "../../plot/box.ts";
import { formatPower } from "../../plot/curve-axes.ts";
import { assign, stroke, svg, text } from "../../plot/dom.ts";
import { LayeredPlot, plotFontSize, type Size } from "../../plot/layered-plot.ts";
import type { Cell, Plot } from "../definition/definition.ts";
import type { Kind } from "./atlas-models.ts";
import {
  type AtlasLayout,
  type AtlasShown,
  LINE,
  layOut,
  type Panel,
  type PanelLayout,
  type Point,
} from "./atlas-shown.ts";

/** Panels one above the other, with years to the right and powers of ten upwards; each point is a model. */

const RADIUS = 0.36; // of a point, font sizes
const NEAR = 28; // largest distance of the pointer from a point, CSS pixels
const ROOM = 3; // least distance of years' names, font sizes
const LETTER = 0.58; // mean width of a letter, font sizes
const WIDE = 40; // width from which points have names, font sizes

const TITLES: Readonly<Record<Panel, string>> = { base: "base", context: "context, tokens" };
/** The shape of each kind around a place, with half of its size: a disc, a ring, a square and a cross. */
const SHAPES: Readonly<Record<Kind, (x: number, y: number, r: number) => SVGElement>> = {
  rotary: (cx, cy, r) => svg("circle", { cx, cy, r }),
  sinusoidal: (cx, cy, r) => svg("circle", { cx, cy, r: 0.9 * r }),
  learned: (x, y, r) => svg("rect", { x: x - r, y: y - r, width: 2 * r, height: 2 * r }),
  none: (x, y, r) =>
    svg("path", { d: `M${x - r} ${y - r}l${2 * r} ${2 * r}m0 ${-2 * r}l${-2 * r} ${2 * r}` }),
};

export class AtlasPlot extends LayeredPlot implements Plot<AtlasShown> {
  #layout: AtlasLayout | undefined;

  draw(shown: AtlasShown, size: Size): void {
    const layout = layOut(shown, size, plotFontSize(this.element));
    this.#layout = layout;
    this.content.replaceChildren(
      ...shapeNames(shown, layout),
      ...yearNames(shown, layout),
      ...layout.panels.flatMap((panel) => [
        ...panelLines(panel, layout),
        ...pairLines(panel),
        ...panel.points.map((point) => mark(point.model.kind, point.x, point.y, layout.frame.fontSize)),
        ...(size.width >= WIDE * layout.frame.fontSize ? namesIn(panel, layout) : []),
      ]),
    );
  }

  /** A ring around each value of the model, and its name: in the panel of the cursor, if the model has a value there. */
  point(at: Cell | undefined): void {
    this.cursor.replaceChildren();
    if (!at || !this.#layout) return;
    const { panels, frame } = this.#layout;
    const own = panels.map(({ points }) => points.filter(({ index }) => index === at.column));
    for (const { x, y } of own.flat())
      this.cursor.append(svg("circle", { class: "ring", cx: x, cy: y, r: 7 }));
    const [named] = [...(own[at.row] ?? []), ...own.flat()];
    if (named) this.cursor.append(nameBeside(named, frame.left + frame.width, frame.fontSize));
  }

  /** The value nearest to a place. */
  cellAt(x: number, y: number): Cell | undefined {
    const all = (this.#layout?.panels ?? []).flatMap(({ points }, row) =>
      points.map((point) => ({ row, column: point.index, far: Math.hypot(point.x - x, point.y - y) })),
    );
    const [nearest] = all.sort((a, b) => a.far - b.far);
    return nearest && nearest.far < NEAR ? { row: nearest.row, column: nearest.column } : undefined;
  }
}

function mark(kind: Kind, x: number, y: number, fontSize: number): SVGElement {
  const shape = SHAPES[kind](x, y, RADIUS * fontSize);
  assign(shape, { "data-kind": kind, "data-paint": true, class: `mark ${kind}` });
  return shape;
}

/** The shapes with their names, above the panels. */
function shapeNames({ models }: AtlasShown, { frame }: AtlasLayout): SVGElement[] {
  const { left, width, fontSize } = frame;
  const kinds = (Object.keys(SHAPES) as Kind[]).filter((kind) => models.some((model) => model.kind === kind));
  let [x, y] = [0, 0.75 * fontSize];
  return kinds.flatMap((kind) => {
    const wide = (LETTER * kind.length + 1.9) * fontSize;
    if (x > 0 && x + wide > left + width) [x, y] = [0, y + LINE * fontSize];
    const at = x;
    x += wide;
    return [
      mark(kind, at + 0.4 * fontSize, y, fontSize),
      text(kind, at + 1.1 * fontSize, y + 0.34 * fontSize, "start", fontSize),
    ];
  });
}

/** Names of years in the middle of their months, as far as they fit. */
function yearNames({ years: [first, last] }: AtlasShown, { frame, x }: AtlasLayout): SVGElement[] {
  const { top, height, fontSize } = frame;
  const every = Math.max(1, Math.ceil((ROOM * fontSize) / Math.max(1, x(first + 1) - x(first))));
  const years = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return years
    .filter((year) => (year - first) % every === 0)
    .map((year) => text(String(year), x(year + 0.5), top + height + 1.5 * fontSize, "middle", fontSize));
}

/** Lines at powers of ten and between years, and the title. */
function panelLines(
  { panel, box, powers, y }: PanelLayout,
  { x, frame: { fontSize } }: AtlasLayout,
): SVGElement[] {
  const { left, top, width, height } = box;
  const [from, to] = [left, left + width];
  const every = Math.max(1, Math.ceil((1.5 * fontSize * powers.length) / height));
  const [first = 0, last = 0] = [0, width].map((at) => Math.round(yearAt(x, left + at)));
  const years = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
  return [
    text(TITLES[panel], 0, top - 0.8 * fontSize, "start", fontSize, { "font-weight": 600 }),
    ...years.map((year) => stroke(`M${x(year)} ${top}V${top + height}`, { opacity: 0.1 })),
    ...powers.flatMap((power, index) => [
      stroke(`M${from} ${y(power)}H${to}`, { opacity: 0.15 }),
      ...(index % every === 0
        ? [text(formatPower(power), left - 0.5 * fontSize, y(power) + 0.34 * fontSize, "end", fontSize)]
        : []),
    ]),
  ];
}

/** The year at a place: the scale is linear. */
function yearAt(x: (year: number) => number, place: number): number {
  return 2000 + (place - x(2000)) / (x(2001) - x(2000));
}

/** Lines between the two bases of a model. */
function pairLines({ points }: PanelLayout): SVGElement[] {
  return points.flatMap((point, at) => {
    const next = points[at + 1];
    if (next?.index !== point.index) return [];
    return [stroke(`M${point.x} ${point.y}L${next.x} ${next.y}`, { opacity: 0.5, dash: "2 3" })];
  });
}

/** Models that many know: they have names besides the records. */
const KNOWN = [
  ...["Llama 3.1 8B", "DeepSeek-V3", "Llama 2", "Gemma 3 4B", "Qwen3 8B", "gpt-oss 20B", "GPT-J", "LLaMA"],
  ...["ModernBERT", "CLIP", "RoFormer", "Kimi K2", "DeepSeek-V4-Flash", "Qwen3.5 27B", "Nomic Embed"],
];

/** Points with a value above all before. */
function records(points: readonly Point[]): Point[] {
  let highest = Infinity;
  return points.filter(({ y }) => {
    const isRecord = y < highest - 1;
    if (isRecord) highest = y;
    return isRecord;
  });
}

/** Names of records, then of known models, each where neither a mark nor another name is in the way. */
function namesIn({ points, box }: PanelLayout, { frame: { fontSize } }: AtlasLayout): SVGElement[] {
  const r = RADIUS * fontSize;
  const taken = points.map(({ x, y }): Box => ({ left: x - r, top: y - r, width: 2 * r, height: 2 * r }));
  const named = new Set<string>();
  const wanted = [
    ...records(points),
    ...KNOWN.flatMap((name) => points.find(({ model }) => model.name === name) ?? []),
  ];
  return wanted.flatMap((point) => {
    if (named.has(point.model.name)) return [];
    const place = placesOf(point, fontSize).find(
      ({ room }) => isInside(room, box) && !taken.some((other) => overlaps(room, other)),
    );
    if (!place) return [];
    named.add(point.model.name);
    taken.push(place.room);
    return [place.draw()];
  });
}

/** Where the name of a point may stand: above it, below it, to the right or to the left. */
function placesOf({ model, x, y }: Point, fontSize: number): { room: Box; draw: () => SVGTextElement }[] {
  const size = 0.92 * fontSize;
  const [width, height] = [(LETTER * model.name.length + 0.6) * size, 1.1 * size];
  const side = 0.7 * fontSize;
  const places = [
    { anchor: "start", at: x, base: y - side },
    { anchor: "end", at: x, base: y - side },
    { anchor: "start", at: x, base: y + 1.5 * fontSize },
    { anchor: "end", at: x, base: y + 1.5 * fontSize },
    { anchor: "start", at: x + side, base: y + 0.35 * size },
    { anchor: "end", at: x - side, base: y + 0.35 * size },
  ] as const;
  return places.map(({ anchor, at, base }) => ({
    room: { left: anchor === "start" ? at : at - width, top: base - 0.85 * size, width, height },
    draw: () => text(model.name, at, base, anchor, size, { "data-halo": true, class: "name" }),
  }));
}

const isInside = (inner: Box, outer: Box): boolean =>
  inner.left >= outer.left &&
  inner.top >= outer.top - inner.height &&
  inner.left + inner.width <= outer.left + outer.width &&
  inner.top + inner.height <= outer.top + outer.height;

const overlaps = (a: Box, b: Box): boolean =>
  a.left < b.left + b.width &&
  b.left < a.left + a.width &&
  a.top < b.top + b.height &&
  b.top < a.top + a.height;

/** The name above a point, to its left if there is no room to its right. */
function nameBeside({ model, x, y }: Point, right: number, fontSize: number): SVGTextElement {
  const isRight = x + LETTER * model.name.length * fontSize < right;
  return text(model.name, x, y - 0.7 * fontSize, isRight ? "start" : "end", 0.92 * fontSize, {
    "data-halo": true,
  });
}
