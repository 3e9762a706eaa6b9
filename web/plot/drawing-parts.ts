import { svg } from "./dom.ts";

/** A part of a drawing. Equal keys mean equal parts. */
export interface DrawingPart {
  readonly key: string;
  make(): SVGElement;
}

/** A drawing that makes a part again only if its key has changed. */
export class DrawingParts {
  readonly element = svg("g");
  #keys: string[] = [];

  show(parts: readonly DrawingPart[]): void {
    while (this.element.childElementCount > parts.length) this.element.lastChild?.remove();
    for (const [index, { key, make }] of parts.entries()) {
      const before = this.element.children[index];
      if (before && this.#keys[index] === key) continue;
      if (before) before.replaceWith(make());
      else this.element.append(make());
    }
    this.#keys = parts.map(({ key }) => key);
  }
}
