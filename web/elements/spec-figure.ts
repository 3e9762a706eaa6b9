import type { PropertyDeclarations } from "@lit/reactive-element";
import { formatSpec, parseSpec } from "../../src/api/index.ts";
import { type Accepts, numberAttribute, wordAttribute } from "./attributes.ts";
import { tagOf } from "./embed-tag.ts";
import { FigureElement } from "./figure-element.ts";
import { FIGURE_LAYOUTS, type FigureSpec, shownOf } from "./figure-spec.ts";
import { readFragment, writeFragment } from "./fragment.ts";

const SPEC_ATTRIBUTES = ["d-model", "base", "layout"];

/**
 * A figure of one encoding: the attributes `d-model`, `base` and `layout` are its spec, and a link's fragment may set
 * them together with what {@link viewAttributes} lists.
 */
export abstract class SpecFigure extends FigureElement {
  static override properties: PropertyDeclarations = {
    dModel: numberAttribute("d-model"),
    base: numberAttribute("base"),
    layout: wordAttribute("layout", FIGURE_LAYOUTS),
  };

  /** Attributes that say what part of the encoding is shown, and how. */
  static readonly viewAttributes: Readonly<Record<string, Accepts>> = {};

  declare dModel: number;
  declare base: number;
  declare layout: FigureSpec["layout"];

  #readHash = () => this.#read(location.hash);

  /** @param dModel - width while the attribute is absent */
  constructor(dModel: number) {
    super();
    this.dModel = dModel;
    this.base = 10_000;
    this.layout = "interleaved";
  }

  /** The encoding that is shown, as the functions of the module take it. */
  get spec(): FigureSpec {
    return { method: "sinusoidal", dModel: this.dModel, base: this.base, layout: this.layout };
  }

  /** The page's address with this figure's state as fragment. */
  get link(): string {
    const { viewAttributes } = this.constructor as typeof SpecFigure;
    const address = new URL(location.href);
    address.hash = writeFragment(this, formatSpec(this.spec), Object.keys(viewAttributes));
    return address.href;
  }

  /** The tag that makes this figure elsewhere. */
  get tag(): string {
    const { viewAttributes } = this.constructor as typeof SpecFigure;
    return tagOf(this, [...SPEC_ATTRIBUTES, ...Object.keys(viewAttributes)]);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#readHash();
    window.addEventListener("hashchange", this.#readHash);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener("hashchange", this.#readHash);
  }

  #read(hash: string): void {
    const { viewAttributes } = this.constructor as typeof SpecFigure;
    const state = readFragment(this, hash, viewAttributes);
    if (!state) return;
    const { spec, notes } = parseSpec(state.spec);
    const shown = shownOf(spec);
    if (shown === undefined) notes.push("this figure cannot show that encoding, and keeps its own");
    else Object.assign(this, { dModel: shown.dModel, base: shown.base, layout: shown.layout });
    for (const name of Object.keys(viewAttributes)) {
      const value = state.view.get(name);
      if (value === undefined) this.removeAttribute(name);
      else this.setAttribute(name, value);
    }
    this.advise(notes.length === 0 ? "" : `From the link: ${notes.join("; ")}.`);
    this.scrollIntoView({ block: "nearest" });
  }
}
