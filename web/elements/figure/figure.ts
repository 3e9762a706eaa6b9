/** Makes the class of an element from the definition of a figure. */
import { type PropertyDeclaration, type PropertyDeclarations, unsafeCSS } from "@lit/reactive-element";
import { controlsStyles } from "../controls/controls-styles.ts";
import { type AnyDefinition, type Definition, heightRules, USUAL_HEIGHTS } from "../definition/definition.ts";
import type { EncodingProperty } from "../definition/encoding.ts";
import {
  areSame,
  attributeOf,
  type Rule,
  type Rules,
  readText,
  type StateOf,
  writeText,
} from "../definition/rules.ts";
import { FigureElement } from "./figure-element.ts";
import { figureStyles } from "./figure-styles.ts";

/** The element of a figure: its state as properties, the loaded module, and the drawn data. */
export type Figure<State, X, Module, Shown, Methods> = Omit<FigureElement, "module" | "shown" | "state"> &
  State &
  X &
  Methods & { readonly module: Module | undefined; readonly shown: Shown | undefined; readonly state: State };

export interface FigureClass<Instance> {
  new (): Instance;
  readonly definition: AnyDefinition;
  /** Rules of all attributes that are the figure's state, by property. */
  readonly rules: Rules;
  /** CSS rules that reserve the height until the figure is drawn; figures.css has the rules of all figures. */
  readonly room: string;
}

export function figure<
  const S extends Rules,
  Module extends object,
  Shown extends object,
  const R extends Rules = Record<never, never>,
  X = unknown,
  Methods = unknown,
>(
  definition: Definition<S, R, X, Module, Shown, Methods>,
): FigureClass<Figure<StateOf<S & R>, X, Module, Shown, Methods>> {
  const { encoding, state, styles, methods, heights = USUAL_HEIGHTS } = definition;
  const allRules: Rules = { ...encoding?.rules, ...state };
  class Element extends FigureElement {
    static override readonly definition = definition;
    static override readonly rules = allRules;
    static override readonly room = heightRules(heights, `${definition.tag}:not(:defined)::before`);
    static override readonly properties = propertiesOf(allRules);
    static override readonly styles = [
      figureStyles,
      unsafeCSS(heightRules(heights, ".box")),
      controlsStyles,
      styles,
    ];
  }
  if (encoding) Object.defineProperty(Element.prototype, encoding.property, accessor(encoding.property));
  if (methods) Object.defineProperties(Element.prototype, Object.getOwnPropertyDescriptors(methods));
  return Element as never;
}

/** The shown encoding, as functions of the module take it. It can be set as text. */
const accessor = (property: EncodingProperty): PropertyDescriptor => ({
  get(this: FigureElement) {
    return this.definition.encoding?.derive(this.state)[property];
  },
  set(this: FigureElement, text: string) {
    this.takeSpec(text);
  },
});

/** Declarations of Lit's properties, made from rules. */
const propertyOf = (name: string, rule: Rule): PropertyDeclaration => ({
  attribute: attributeOf(name, rule),
  reflect: true,
  useDefault: true,
  ...(rule.kind === "numbers" && {
    hasChanged: (value, before) => !areSame(value as readonly number[], before as readonly number[]),
  }),
  converter: {
    fromAttribute: (text) => readText(rule, text),
    toAttribute: (value) => writeText(rule, value),
  },
});

const propertiesOf = (rules: Rules): PropertyDeclarations =>
  Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, propertyOf(name, rule)]));
