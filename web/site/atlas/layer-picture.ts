import type { PartPositions } from "posenc/spec";
import { formatInteger } from "../../plot/numbers.ts";
import { node } from "../nodes.ts";
import { type Look, lookOf, type Rule, wordsOf } from "./layer-looks.ts";

/**
 * A bar for each layer: its height is how far back it sees, its colour is its rule, and an empty bar does not rotate. The bars are
 * one slider, so that pointer and arrow keys read each layer.
 */

/** Reaches are drawn on a logarithmic scale from this many tokens up. */
const LEAST_REACH = 16;
/** The context if none is known, in tokens. */
const USUAL_CONTEXT = 131_072;
/** The part of the height that the shortest bar has. */
const LEAST_HEIGHT = 0.1;

export interface Pictured {
  readonly part: PartPositions;
  readonly rules: readonly Rule[];
  /** Tokens that the model serves, if that is known. */
  readonly context: number | undefined;
  /** The name of the part: "Layers". */
  readonly name: string;
}

export function layerPicture({ part, rules, context, name }: Pictured): HTMLElement {
  const looks = part.layers.map((layer) => lookOf(layer, rules));
  const said = node("output", { class: "read" });
  const bars = looks.map((look) => barOf(look, context ?? USUAL_CONTEXT));
  const last = looks.length - 1;
  const strip = node(
    "div",
    {
      class: "bars",
      role: "slider",
      tabindex: 0,
      "aria-label": name,
      "aria-valuemin": 0,
      "aria-valuemax": last,
    },
    ...bars,
  );
  const read = (index: number) => {
    const at = Math.min(last, Math.max(0, index));
    for (const [n, bar] of bars.entries()) bar.classList.toggle("at", n === at);
    const text = `Layer ${at}: ${wordsOf(looks[at] as Look)}`;
    strip.setAttribute("aria-valuenow", String(at));
    strip.setAttribute("aria-valuetext", text);
    said.textContent = `${text}.`;
  };
  followPointer(strip, looks.length, read);
  followKeys(strip, last, read);
  read(0);
  return node(
    "figure",
    { class: "layers" },
    strip,
    node(
      "p",
      { class: "ends", "aria-hidden": "true" },
      node("span", {}, "layer 0"),
      node("span", {}, last === 0 ? "" : formatInteger(last)),
    ),
    said,
    node("ul", { class: "legend" }, ...legendOf(looks)),
  );
}

function barOf({ colour, reach }: Look, context: number): HTMLElement {
  const bar = node("span", { class: "layer", "data-colour": colour });
  const scale = (tokens: number) => Math.log2(Math.max(tokens, LEAST_REACH) / (LEAST_REACH / 2));
  const share =
    reach === 0
      ? 0
      : Math.min(1, scale(reach) / scale(Math.max(context, reach === Number.POSITIVE_INFINITY ? 1 : reach)));
  const height = reach === Number.POSITIVE_INFINITY ? 1 : Math.max(LEAST_HEIGHT, share);
  bar.style.blockSize = `${(100 * height).toFixed(1)}%`;
  return bar;
}

/** The layers in groups that look the same. */
function legendOf(looks: readonly Look[]): HTMLElement[] {
  const groups = new Map<string, { look: Look; count: number }>();
  for (const look of looks) {
    const group = groups.get(wordsOf(look)) ?? { look, count: 0 };
    group.count++;
    groups.set(wordsOf(look), group);
  }
  return [...groups.values()].map(({ look, count }) =>
    node(
      "li",
      { class: "meaning" },
      node("span", { class: "layer", "data-colour": look.colour, "aria-hidden": "true" }),
      node("span", {}, `${count} of ${looks.length}: ${wordsOf(look)}`),
    ),
  );
}

function followPointer(strip: HTMLElement, count: number, read: (index: number) => void): void {
  const follow = ({ clientX }: PointerEvent) => {
    const { left, width } = strip.getBoundingClientRect();
    if (width > 0) read(Math.floor((count * (clientX - left)) / width));
  };
  strip.addEventListener("pointermove", follow);
  strip.addEventListener("pointerdown", follow);
}

function followKeys(strip: HTMLElement, last: number, read: (index: number) => void): void {
  strip.addEventListener("keydown", (event) => {
    const at = Number(strip.getAttribute("aria-valuenow"));
    const steps: Readonly<Record<string, number>> = {
      ArrowRight: at + 1,
      ArrowUp: at + 1,
      ArrowLeft: at - 1,
      ArrowDown: at - 1,
      Home: 0,
      End: last,
    };
    const next = steps[event.key];
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation(); // the list has keys of its own
    read(next);
  });
}
