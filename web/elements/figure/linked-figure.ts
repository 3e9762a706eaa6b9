import type { Accepts } from "./attributes.ts";
import { tagOf } from "./embed-tag.ts";
import { FigureElement } from "./figure-element.ts";
import { type FragmentState, readFragment, writeFragment } from "./fragment.ts";

/**
 * A figure whose state can be linked to: its attributes stand in the fragment of a link, and a link that is followed
 * sets them, or is refused with a sentence when they cannot be drawn. A figure of an encoding adds its spec to them by {@link specText} and {@link readSpec}.
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
    try {
      const state = readFragment(this, hash, this.#class.viewAttributes);
      if (state) this.#follow(state);
    } catch (error) {
      this.#refuse((error as RangeError).message);
    }
  }

  #follow({ spec, view }: FragmentState): void {
    const { viewAttributes, specAttributes } = this.#class;
    const names = Object.keys(viewAttributes);
    const before = [...specAttributes, ...names].map((name) => [name, this.getAttribute(name)] as const);
    const notes = this.readSpec(spec);
    for (const name of names) this.#set(name, view.get(name) ?? null);
    this.advise(notes.length === 0 ? "" : `From the link: ${notes.join("; ")}.`);
    this.retreat = (fault) => {
      for (const [name, value] of before) this.#set(name, value);
      this.#refuse(fault);
    };
    this.scrollIntoView({ block: "nearest" });
  }

  #refuse(fault: string): void {
    this.advise(`The link was not followed. ${fault}`);
  }

  #set(name: string, value: string | null): void {
    if (value === null) this.removeAttribute(name);
    else this.setAttribute(name, value);
  }
}
