import { type MuseumPiece, museum } from "posenc/diagnose";
import { axis } from "../../plot/axis.ts";
import { putAt } from "../../plot/box.ts";
import { CellPainter, divergingColours } from "../../plot/cells.ts";
import { colourKey } from "../../plot/colour-key.ts";
import { svg, text } from "../../plot/dom.ts";
import { formatRough } from "../../plot/numbers.ts";
import { cssColour } from "../../plot/raster.ts";
import { node } from "../nodes.ts";
import { fadingPalette } from "./found-picture.ts";
import type { Answer } from "./job.ts";
import { askInTurn } from "./start-worker.ts";

/** What came out less what was expected, as a matrix, for the picture of a mistake. */

export interface Difference {
  /** Names of the axes. */
  readonly down: string;
  readonly across: string;
  /** What a row is, one name for each. */
  readonly rows: readonly string[];
  readonly columns: number;
  /** (rows, columns) */
  readonly values: Float32Array;
  /** What the colours are of, with its unit. */
  readonly quantity: string;
}

/** Phases of a list of frequencies are compared at these positions. */
const PLACES = [1, 4, 16, 64, 256, 1024, 4096];
const TURN = 2 * Math.PI;

function differenceOf({ make, right }: MuseumPiece): Difference {
  const [found, due] = [make(), right()];
  if (found.positionIds !== undefined) return ofIds(found.positionIds, due.positionIds ?? []);
  if (found.frequencies !== undefined)
    return ofFrequencies(Array.from(found.frequencies), Array.from(due.frequencies ?? []));
  return found.cos === undefined ? ofVectors(found.after ?? [], due.after ?? []) : ofCache(found, due);
}

type Rows = readonly (readonly number[])[];
type Numbers = ReturnType<MuseumPiece["make"]>;

/** Row by row, the numbers of one matrix less those of another. */
const less = (found: Rows, due: Rows): number[][] =>
  found.map((row, n) => row.map((value, column) => value - (due[n]?.[column] ?? 0)));

function ofCache({ cos = [], sin = [], positions = [] }: Numbers, due: Numbers): Difference {
  const sines = less(sin, due.sin ?? []);
  return {
    down: "position ↓",
    across: "cosines, then sines →",
    rows: positions.map(String),
    columns: 2 * (cos[0]?.length ?? 0),
    values: Float32Array.from(less(cos, due.cos ?? []).flatMap((row, n) => [...row, ...(sines[n] ?? [])])),
    quantity: "cache − expected",
  };
}

function ofVectors(after: readonly Rows[], due: readonly Rows[]): Difference {
  return {
    down: "head : token ↓",
    across: "channel →",
    rows: after.flatMap((tokens, head) => tokens.map((_, token) => `${head}:${token}`)),
    columns: after[0]?.[0]?.length ?? 0,
    values: Float32Array.from(after.flatMap((tokens, head) => less(tokens, due[head] ?? []).flat())),
    quantity: "vectors − expected",
  };
}

function ofFrequencies(own: readonly number[], due: readonly number[]): Difference {
  const values = PLACES.flatMap((position) =>
    own.map((frequency, pair) => {
      const turns = (position * (frequency - (due[pair] ?? 0))) / TURN;
      return TURN * (turns - Math.round(turns));
    }),
  );
  return {
    down: "position ↓",
    across: "pair →",
    rows: PLACES.map(String),
    columns: own.length,
    values: Float32Array.from(values),
    quantity: "phase − expected, rad",
  };
}

function ofIds(found: Rows, due: Rows): Difference {
  return {
    down: "text ↓",
    across: "token →",
    rows: found.map((_, text) => String(text)),
    columns: found[0]?.length ?? 0,
    values: Float32Array.from(less(found, due).flat()),
    quantity: "position − expected",
  };
}

/** The picture of a mistake: a heat map of the difference, with its axes and its colours. */

const FONT = 13; // CSS pixels
const MARGIN = { left: 4.6, top: 2.6, right: 0.6, bottom: 3 }; // font sizes
const KEY = 23; // width of the colour key with its name, font sizes
const BAR = 16.4; // begin of its bar
const LINE = 1.3; // least distance of rows' names, font sizes

class PiecePicture {
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

/** The museum: each piece is drawn and named once a reader comes near it. */

interface Shown {
  readonly index: number;
  readonly piece: MuseumPiece;
  readonly picture: HTMLElement;
  readonly named: HTMLElement;
}

const list = document.getElementById("pieces");
const ask = askInTurn();

function name({ named, piece }: Shown, answer: Answer): void {
  if (answer.is !== "result" || answer.result.kind !== "numbers") {
    named.textContent = answer.is === "fault" ? answer.sentence : "";
    return;
  }
  const { verdict, findings } = answer.result.diagnosis;
  const found = findings.map((finding) => finding.name);
  named.dataset.finding = found.join(" ");
  named.replaceChildren(
    node("span", { class: "mark", "aria-hidden": true }, found.includes(piece.finding) ? "≠" : "?"),
    " ",
    node("strong", {}, found.map((each) => each.replaceAll("-", " ")).join(", ") || "nothing"),
    `: ${verdict}`,
  );
}

/** `owner/repository#number`, or a repository. */
function linkOf(thread: string): HTMLElement {
  const [repository = "", number] = thread.split("#");
  const href = `https://github.com/${repository}${number === undefined ? "" : `/issues/${number}`}`;
  return node("a", { href, rel: "noreferrer" }, thread);
}

function show(piece: MuseumPiece, index: number): Shown {
  const picture = node("div", { class: "picture" });
  const named = node("p", { class: "named other" }, "Looking …");
  const json = node("a", { href: `./#museum?piece=${index}` }, "Open it in the workbench");
  list?.append(
    node(
      "li",
      { id: `piece-${index}` },
      node("h3", {}, piece.title),
      node("p", {}, piece.symptom, ". ", linkOf(piece.thread)),
      picture,
      named,
      node("p", { class: "from" }, json),
    ),
  );
  return { index, piece, picture, named };
}

const pieces = museum.map(show);
const near = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      near.unobserve(target);
      const shown = pieces.find(({ picture }) => picture === target);
      if (shown === undefined) continue;
      new PiecePicture(shown.picture).show(differenceOf(shown.piece));
      void ask({ task: "piece", piece: shown.index }).then((answer) => name(shown, answer));
    }
  },
  { rootMargin: "400px" },
);
for (const { picture } of pieces) near.observe(picture);
