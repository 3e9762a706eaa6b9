/** Controls that show and change one property of a figure. A slider has the ends of the property's rule. */
import { html } from "../../plot/dom.ts";
import { formatRough } from "../../plot/numbers.ts";
import type { PartMaker } from "../definition/definition.ts";
import type { NumberRule } from "../definition/rules.ts";
import { checkbox } from "./checkbox.ts";
import { choice } from "./choice.ts";
import { NumberField, SeedField } from "./number-field.ts";
import { type SliderOptions, slider } from "./slider.ts";

interface HeadChoice {
  readonly element: HTMLElement;
  /** Shows head `head` of `heads`, counted from 1, without calling `onchange`. */
  show(head: number, heads: number): void;
}

/**
 * A native select of the heads of a layer.
 * @param spoken - name of the menu for screen readers
 */
function headChoice(label: string, onchange: (head: number) => void, spoken = label): HeadChoice {
  const select = html("select", { "aria-label": spoken });
  select.addEventListener("change", () => onchange(Number(select.value)));
  const name = html("span", { class: "quiet" }, label);
  return {
    element: html("label", { class: "row", part: "control" }, name, select),
    show(head, heads) {
      if (select.options.length !== heads) {
        const numbers = Array.from({ length: heads }, (_, index) => String(index + 1));
        select.replaceChildren(...numbers.map((number) => html("option", { value: number }, number)));
      }
      select.value = String(Math.min(head, heads));
    },
  };
}

type Maker<Name extends string, Value> = PartMaker<Record<Name, Value>, unknown>;

interface SlideOptions extends Partial<Omit<SliderOptions, "label" | "oninput">> {
  readonly label: string;
  /** The ends, as values of the property. Default: the ends of the rule. */
  readonly from?: number;
  readonly to?: number;
  /** Called with each value. Default: sets the property. */
  readonly oninput?: (value: number, figure: HTMLElement) => void;
}

/** The scale of a slider for whole numbers from 1, or from 0: logarithmic, with a few significant digits. */
export const wholeScale = (digits: number, from: 0 | 1 = 1) =>
  ({
    step: 10 ** -Math.max(digits, 2),
    toValue: (raw) => Math.round(Number((10 ** raw - 1 + from).toPrecision(digits))),
    toRaw: (value) => Math.log10(value + 1 - from),
  }) satisfies Partial<SliderOptions>;

/** A slider for a number. */
export const slide =
  <Name extends string>(name: Name, { from, to, oninput, ...options }: SlideOptions): Maker<Name, number> =>
  (figure) => {
    const rule = figure.rules[name] as NumberRule;
    const raw = options.toRaw ?? ((value: number) => value);
    const { element, show } = slider({
      min: raw(from ?? rule.from),
      max: raw(to ?? rule.to),
      step: rule.step ?? 1,
      oninput: (value) => (oninput ? oninput(value, figure) : Object.assign(figure, { [name]: value })),
      ...options,
    });
    return { element, show: () => show(figure[name]) };
  };

/** The scale of a slider for a base: logarithmic, from 2 to 10^9, with three significant digits. Attributes allow more. */
export const baseScale = {
  min: 0.3,
  max: 9,
  step: 0.001,
  toValue: (raw: number) => Number((10 ** raw).toPrecision(3)),
  toRaw: Math.log10,
  format: formatRough,
} as const satisfies Partial<SliderOptions>;

const slideBase = <Name extends string>(name: Name, label: string): Maker<Name, number> =>
  slide(name, { label, ...baseScale });

/**
 * A slider for the width of the embedding.
 * @param widest - its upper end, in channels
 */
export const widthSlider = (widest: number): Maker<"dModel", number> =>
  slide("dModel", { label: "width d", to: widest });

export const baseSlider: Maker<"base", number> = slideBase("base", "base");

/**
 * Radio buttons for a word, a flag, or a number with few values.
 * @param options - labels by value, or values that are their own labels
 */
export const choose =
  <Name extends string>(
    name: Name,
    label: string,
    options: Readonly<Record<string, string>> | readonly (string | number)[],
  ): PartMaker<Record<Name, string> | Record<Name, number> | Record<Name, boolean>, unknown> =>
  (figure) => {
    const labels = Array.isArray(options)
      ? Object.fromEntries(options.map((value) => [value, String(value)]))
      : (options as Readonly<Record<string, string>>);
    const of = { number: Number, boolean: (key: string) => key === "true" };
    const { element, show } = choice(label, labels, (key) => {
      const type: string = typeof Reflect.get(figure, name);
      const value = type === "number" || type === "boolean" ? of[type](key) : key;
      Object.assign(figure, { [name]: value });
    });
    return { element, show: () => show(String(Reflect.get(figure, name))) };
  };

/** A checkbox for a flag. */
export const check =
  <Name extends string>(name: Name, label: string): Maker<Name, boolean> =>
  (figure) => {
    const { element, show } = checkbox(label, (on) => Object.assign(figure, { [name]: on }));
    return { element, show: () => show(figure[name]) };
  };

/** A checkbox for one of two words. */
export const checkWord =
  <Name extends string>(name: Name, label: string, on: string, off: string): Maker<Name, string> =>
  (figure) => {
    const { element, show } = checkbox(label, (is) => Object.assign(figure, { [name]: is ? on : off }));
    return { element, show: () => show(figure[name] === on) };
  };

/** A field for a whole number, with the rule's limits. */
export const numberField =
  <Name extends string>(name: Name, label: string): Maker<Name, number> =>
  (figure) => {
    const { from: min, to: max } = figure.rules[name] as NumberRule;
    const field = new NumberField({
      label,
      min,
      max,
      oninput: (value) => Object.assign(figure, { [name]: value }),
    });
    return { element: field.element, show: () => field.show(figure[name]) };
  };

/** A field for the seed of random numbers. */
export const seedField: Maker<"seed", number> = (figure) => {
  const field = new SeedField((seed) => Object.assign(figure, { seed }));
  return { element: field.element, show: () => field.show(figure.seed) };
};

/**
 * A menu of heads, counted from 1.
 * @param heads - the number of heads
 * @param spoken - name of the menu for screen readers
 */
export const headMenu =
  <Shown>(
    label: string,
    heads: (shown: Shown) => number,
    spoken = label,
  ): PartMaker<{ head: number }, Shown> =>
  (figure) => {
    const { element, show } = headChoice(label, (head) => Object.assign(figure, { head }), spoken);
    return { element, show: (shown) => show(figure.head, heads(shown)) };
  };

/** Parts in one row. */
export const row =
  <State, Shown>(...makers: readonly PartMaker<NoInfer<State>, Shown>[]): PartMaker<State, Shown> =>
  (figure) => {
    const parts = makers.map((make) => make(figure));
    return {
      element: html("div", { class: "row" }, ...parts.map(({ element }) => element)),
      show(shown) {
        for (const part of parts) part.show?.(shown);
      },
    };
  };
