import { svg } from "./dom.ts";

/** A part of a drawing: what it depends on as text, and what makes it. */
export interface Part {
  readonly key: string;
  make(): SVGElement;
}

/** A drawing of parts, each of which is made anew only when what it depends on has changed. */
export class Parts {
  readonly element = svg("g");
  #keys: string[] = [];

  show(parts: readonly Part[]): void {
    while (this.element.childElementCount > parts.length) this.element.lastChild?.remove();
    for (const [index, { key, make }] of parts.entries()) {
      if (this.#keys[index] === key && this.element.children[index]) continue;
      const before = this.element.children[index];
      if (before) before.replaceWith(make());
      else this.element.append(make());
    }
    this.#keys = parts.map(({ key }) => key);
  }
}
