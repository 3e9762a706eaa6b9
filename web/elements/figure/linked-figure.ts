import type { Accepts } from "./attributes.ts";
import { tagOf } from "./embed-tag.ts";
import { FigureElement } from "./figure-element.ts";
import { readFragment, writeFragment } from "./fragment.ts";

/**
 * A figure whose state can be linked to: its attributes stand in the fragment of a link, and a link that is followed
 * sets them. A figure of an encoding adds its spec to them by {@link specText} and {@link readSpec}.
 */
export abstract class LinkedFigure<Module> extends FigureElement<Module> {
  /** Attributes that are the figure's state, and what each of them may hold in a link. */
  static readonly viewAttributes: Readonly<Record<string, Accepts>> = {};
  /** Attributes that hold a spec; in a link they stand as the spec's own fields. */
  static readonly specAttributes: readonly string[] = [];

  #readHash = () => this.#read(location.hash);

  /** The page's address with this figure's state as fragment. */
  get link(): string {
    const { viewAttributes } = this.#class;
    const address = new URL(location.href);
    address.hash = writeFragment(this, this.specText, Object.keys(viewAttributes));
    return address.href;
  }

  /** The tag that makes this figure elsewhere. */
  get tag(): string {
    const { viewAttributes, specAttributes } = this.#class;
    return tagOf(this, [...specAttributes, ...Object.keys(viewAttributes)], this.fallback);
  }

  /** What the tag holds for readers without scripts, as HTML. */
  protected get fallback(): string {
    return "";
  }

  /** The encoding, as a link holds it. */
  protected get specText(): string {
    return "";
  }

  /**
   * Takes over what a link says besides the view.
   * @returns what was not understood, in words for the reader
   */
  protected readSpec(text: string): string[] {
    return Array.from(new URLSearchParams(text).keys(), (name) => `"${name}" is not known here`);
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

  get #class() {
    return this.constructor as typeof LinkedFigure<Module>;
  }

  #read(hash: string): void {
    const { viewAttributes } = this.#class;
    const state = readFragment(this, hash, viewAttributes);
    if (!state) return;
    const notes = this.readSpec(state.spec);
    for (const name of Object.keys(viewAttributes)) {
      const value = state.view.get(name);
      if (value === undefined) this.removeAttribute(name);
      else this.setAttribute(name, value);
    }
    this.advise(notes.length === 0 ? "" : `From the link: ${notes.join("; ")}.`);
    this.scrollIntoView({ block: "nearest" });
  }
}
