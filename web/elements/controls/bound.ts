/** Controls that show and change one property of a figure. A slider has the ends of the property's rule. */
import { html } from "../../plot/dom.ts";
import { formatInteger, formatRough } from "../../plot/numbers.ts";
import type { PartMaker } from "../definition/definition.ts";
import type { NumberRule } from "../definition/rules.ts";

export interface Checkbox {
  readonly element: HTMLElement;
  /** Shows a state without calling `onchange`; a box may be disabled for now. */
  show(on: boolean, isUsable?: boolean): void;
}

export function checkbox(label: string, onchange: (on: boolean) => void): Checkbox {
  const input = html("input", { type: "checkbox" });
  input.addEventListener("change", () => onchange(input.checked));
  return {
    element: html("label", { class: "checkbox", part: "control" }, input, html("span", {}, label)),
    show(on, isUsable = true) {
      input.checked = on;
      input.disabled = !isUsable;
    },
  };
}

export interface SliderOptions {
  readonly label: string;
  /** Limits and step (default 1) of the native range, in raw units. */
  readonly min: number;
  readonly max: number;
  readonly step?: number;
  /** From raw units to the value, and back. Default: both are the same number. */
  readonly toValue?: (raw: number) => number;
  readonly toRaw?: (value: number) => number;
  /** Default: as a whole number. */
  readonly format?: (value: number) => string;
  readonly oninput: (value: number) => void;
}

export interface Slider {
  readonly element: HTMLElement;
  /** Shows a value without calling `oninput`. */
  show(value: number): void;
}

const same = (value: number): number => value;

/** A native range with its label and its value as text. The text is no `output`: that would take the label from the range. */
export function slider({
  label,
  min,
  max,
  step = 1,
  toValue = same,
  toRaw = same,
  format = formatInteger,
  oninput,
}: SliderOptions): Slider {
  const shown = html("span", { class: "value", part: "value" });
  const input = html("input", { type: "range", min, max, step, "aria-label": label });
  input.addEventListener("input", () => oninput(toValue(input.valueAsNumber)));
  const element = html("label", { class: "slider", part: "control" });
  element.append(html("span", { class: "name" }, label), shown, input);
  return {
    element,
    show(value) {
      const text = format(value);
      input.value = String(toRaw(value));
      input.setAttribute("aria-valuetext", text);
      shown.textContent = text;
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

/**
 * A slider for the width of the embedding.
 * @param widest - its upper end, in channels
 */
export const widthSlider = (widest: number): Maker<"dModel", number> =>
  slide("dModel", { label: "width d", to: widest });

export const baseSlider: Maker<"base", number> = slide("base", { label: "base", ...baseScale });

let count = 0; // the radio buttons of a group share a name, which must differ from the names of other groups

/**
 * Native radio buttons for a word, a flag, or a number with few values.
 * @param options - labels by value, or values that are their own labels
 */
export const choose =
  <Name extends string>(
    name: Name,
    label: string,
    options: Readonly<Record<string, string>> | readonly (string | number)[],
  ): PartMaker<Record<Name, string> | Record<Name, number> | Record<Name, boolean>, unknown> =>
  (figure) => {
    const labels: string[][] = Array.isArray(options)
      ? options.map((value) => [String(value), String(value)])
      : Object.entries(options as Readonly<Record<string, string>>);
    const of = { number: Number, boolean: (key: string) => key === "true" };
    const group = `choice-${count++}`;
    const element = html("fieldset", { class: "choice", part: "control" }, html("legend", {}, label));
    const inputs = labels.map(([value = "", text = ""]) => {
      const input = html("input", { type: "radio", name: group, value });
      input.addEventListener("change", () => {
        const type: string = typeof Reflect.get(figure, name);
        Object.assign(figure, { [name]: type === "number" || type === "boolean" ? of[type](value) : value });
      });
      element.append(html("label", {}, input, html("span", {}, text)));
      return input;
    });
    return {
      element,
      show() {
        for (const input of inputs) input.checked = input.value === String(Reflect.get(figure, name));
      },
    };
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

let fields = 0; // ids in one tree must differ

/** A field for a whole number. A text that is not a number in range stays, with a message beside it. */
function wholeField<Name extends string>(
  figure: Record<Name, number>,
  name: Name,
  { label, min, max, beside = [] }: { label: string; min: number; max: number; beside?: readonly Node[] },
) {
  const id = `number-fault-${fields++}`;
  const fault = html("span", { role: "alert", id });
  const input = html("input", { type: "number", min, max, step: 1, required: true, "aria-describedby": id });
  input.addEventListener("input", () => {
    fault.textContent = input.validationMessage;
    if (input.validity.valid) Object.assign(figure, { [name]: input.valueAsNumber });
  });
  const field = html("label", { class: "row" }, html("span", { class: "quiet" }, label), input);
  return {
    element: html("div", { class: "row", part: "control" }, field, ...beside, fault),
    input,
    /** The text stays if it is that number already, or while the reader is typing. */
    show() {
      const isRefused = fault.textContent !== "";
      if (!isRefused && input.valueAsNumber !== figure[name]) input.value = String(figure[name]);
    },
  };
}

/** A field for a whole number, with the rule's limits. */
export const numberField =
  <Name extends string>(name: Name, label: string): Maker<Name, number> =>
  (figure) => {
    const { from: min, to: max } = figure.rules[name] as NumberRule;
    return wholeField(figure, name, { label, min, max });
  };

/** The largest seed of the field. Attributes allow more, but numbers of six digits are easy to read out. */
const LARGEST = 999_999;

/** A field for the seed of random numbers, and a button for the next seed. */
export const seedField: Maker<"seed", number> = (figure) => {
  const next = html("button", { type: "button" }, "Sample new weights");
  const field = wholeField(figure, "seed", { label: "seed", min: 0, max: LARGEST, beside: [next] });
  next.addEventListener("click", () => {
    const { input } = field;
    const seed = input.validity.valid ? input.valueAsNumber : 0;
    input.value = String((seed + 1) % (LARGEST + 1));
    input.dispatchEvent(new Event("input")); // as if it were typed
  });
  return field;
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
    const select = html("select", { "aria-label": spoken });
    select.addEventListener("change", () => Object.assign(figure, { head: Number(select.value) }));
    const name = html("span", { class: "quiet" }, label);
    return {
      element: html("label", { class: "row", part: "control" }, name, select),
      show(shown) {
        const count = heads(shown);
        if (select.options.length !== count) {
          const numbers = Array.from({ length: count }, (_, index) => String(index + 1));
          select.replaceChildren(...numbers.map((number) => html("option", { value: number }, number)));
        }
        select.value = String(Math.min(figure.head, count));
      },
    };
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
