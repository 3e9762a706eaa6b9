/**
 * posenc/anywidget: the figures as widgets of notebooks, by the contract of anywidget. The figures come from embed.single.js,
 * whose text may stand before this one: then nothing is fetched.
 */
import { tags } from "posenc:tags";
import { attributeOf, type Rule, readText, refusal, writeText } from "./definition/rules.ts";
import type { StateElement } from "./figure/state-element.ts";
import { COMMON } from "./figure/strange-attributes.ts";

/** The part of a widget's model that a figure uses. */
export interface WidgetModel {
  /** The value of a trait; undefined if the widget does not have it. */
  get(trait: string): unknown;
  set(trait: string, value: unknown): void;
  save_changes(): void;
  on(event: string, listener: () => void): void;
  off(event: string, listener: () => void): void;
}

/** A place in a notebook where a widget is shown. */
export interface WidgetView {
  readonly model: WidgetModel;
  readonly el: HTMLElement;
}

type FigureClass = CustomElementConstructor & Pick<typeof StateElement, "definition" | "rules">;

/** Names of attributes that a trait cannot have: Python's own word, and a trait of every widget in Jupyter. */
const TAKEN = ["from", "layout"];

/** The trait of an attribute: `d_model` for `d-model`, `from_` for `from`. */
const traitOf = (attribute: string): string =>
  TAKEN.includes(attribute) ? `${attribute}_` : attribute.replaceAll("-", "_");

const figureCalled = (tag: string) => globalThis.customElements?.get(tag) as FigureClass | undefined;

// A widget made from the text of this script has no address, and so there is nothing beside it.
if (!tags.every(figureCalled))
  await import("posenc:single").catch((cause: unknown) => {
    const text =
      "posenc/anywidget: embed.single.js, which has the figures, is not beside this script. Put its text before the text of anywidget.js, or give the widget the address of anywidget.js";
    throw new Error(text, { cause });
  });

function figureOf(tag: unknown): FigureClass {
  const known = tags.includes(tag as string) ? figureCalled(tag as string) : undefined;
  if (known === undefined) throw refusal("figure", `one of ${tags.join(", ")}`, tag);
  return known;
}

/** Sets the figure from traits, once and whenever they change. Returns what ends that. */
function follow(model: WidgetModel, traits: ReadonlyMap<string, (value: unknown) => void>): () => void {
  const listeners = [...traits].map(([trait, set]) => {
    const listener = () => set(model.get(trait));
    listener();
    model.on(`change:${trait}`, listener);
    return () => model.off(`change:${trait}`, listener);
  });
  return () => {
    for (const end of listeners) end();
  };
}

/** The value for a trait that holds `held`: a text if that is one, so that numbers may be traits of text. */
function valueFor(rule: Rule, held: unknown, value: unknown): unknown {
  return typeof held === "string" && rule.kind !== "flag" ? writeText(rule, value) : (value ?? null);
}

const textOf = (rule: Rule, held: unknown): string | null =>
  writeText(rule, typeof held === "string" ? readText(rule, held) : held);

function show(model: WidgetModel, el: HTMLElement): () => void {
  const { definition, rules } = figureOf(model.get("figure"));
  const figure = document.createElement(definition.tag) as StateElement;
  const isThere = (trait: string) => model.get(trait) !== undefined;

  const states = Object.entries(rules)
    .map(([property, rule]) => ({ property, rule, trait: traitOf(attributeOf(property, rule)) }))
    .filter(({ trait }) => isThere(trait));
  const settings = [...COMMON, ...(definition.encoding && !Object.hasOwn(rules, "spec") ? ["spec"] : [])];
  const setAttribute = (name: string) => (value: unknown) =>
    value === null || value === "" ? figure.removeAttribute(name) : figure.setAttribute(name, String(value));
  const end = follow(
    model,
    new Map([
      ...settings.filter(isThere).map((name) => [name, setAttribute(name)] as const),
      ...states.map(
        ({ property, trait }) =>
          [trait, (value: unknown) => void Reflect.set(figure, property, value)] as const,
      ),
    ]),
  );

  const report = () => {
    const changed = states.filter(
      ({ property, rule, trait }) =>
        textOf(rule, model.get(trait)) !== writeText(rule, figure.state[property]),
    );
    for (const { property, rule, trait } of changed)
      model.set(trait, valueFor(rule, model.get(trait), figure.state[property]));
    if (changed.length > 0) model.save_changes();
  };
  for (const event of ["pe-ready", "pe-change"]) figure.addEventListener(event, report);
  el.append(figure);
  return () => {
    end();
    figure.remove();
  };
}

/**
 * Shows the figure whose tag is the trait `figure`. Its other traits are attributes, with `_` for `-`; those that Python or
 * Jupyter has for itself end with `_`: `from_`, `layout_`. A trait follows the figure, and the figure its traits. A trait
 * that is `None` takes the figure's default.
 *
 * @returns A function that takes the figure away.
 * @throws RangeError if there is no such figure.
 */
function render({ model, el }: WidgetView): () => void {
  let clear = show(model, el);
  const replace = () => {
    const next = show(model, el); // throws before the figure that is there goes
    clear();
    clear = next;
  };
  model.on("change:figure", replace);
  return () => {
    model.off("change:figure", replace);
    clear();
  };
}

export default { render };
