import { html } from "../../plot/dom.ts";
import { slider } from "../controls/bound.ts";
import type { Host, Part } from "../definition/definition.ts";
import type { RopeShown } from "./rope-shown.ts";

interface RopeState {
  query: number;
  key: number;
  trained: number | undefined;
  length: number;
}

/** The end of sliders for positions; attributes allow more. */
const FARTHEST = 1000;
/** The ends of sliders for lengths, tokens. */
const SHORTEST = 256;
const LONGEST = 1e6;
const DIGITS = 3; // significant digits of a length from a slider

/** Sliders for the positions of query, of key, and of both with one offset; or for the two lengths. */
export function ropeSliders(figure: Host<RopeState, RopeShown>): Part<RopeShown> {
  const position = (label: string, oninput: (value: number) => void) =>
    slider({ label, min: 0, max: FARTHEST, oninput });
  const length = (label: string, oninput: (value: number) => void) =>
    slider({
      label,
      min: Math.log2(SHORTEST),
      max: Math.log2(LONGEST),
      step: 0.01,
      toValue: wholePower,
      toRaw: Math.log2,
      oninput,
    });
  const sliders = {
    angles: [
      position("query at t", (query) => Object.assign(figure, { query })),
      position("key at s", (key) => Object.assign(figure, { key })),
      position("both", (value) => {
        const offset = figure.query - figure.key;
        const key = Math.max(value, -offset);
        Object.assign(figure, { key, query: key + offset });
      }),
    ],
    wavelengths: [
      length("trained", (trained) => Object.assign(figure, { trained })),
      length("context", (context) => Object.assign(figure, { length: context })),
    ],
  };
  const element = html("div", { class: "sliders" });
  const show = (shown: RopeShown) => {
    const shownSliders = sliders[shown.view];
    if (element.firstChild !== shownSliders[0]?.element)
      element.replaceChildren(...shownSliders.map((one) => one.element));
    const values =
      shown.view === "angles"
        ? [shown.query, shown.key, shown.key]
        : [shown.lengths.trained, shown.lengths.context];
    for (const [index, value] of values.entries()) shownSliders[index]?.show(value);
  };
  return { element, show };
}

/** A power of two if the slider is at one, else a number with few digits. */
const wholePower = (raw: number): number =>
  Number.isInteger(raw) ? 2 ** raw : Number((2 ** raw).toPrecision(DIGITS));
