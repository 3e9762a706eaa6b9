/** A part of a drawing. Equal keys mean equal parts. */
export interface DrawingPart {
  readonly key: string;
  make(): SVGElement;
}

/** The parts of a group. A part is made again only if its key has changed. */
export class DrawingParts {
  readonly #group: SVGGElement;
  #keys: string[] = [];

  constructor(group: SVGGElement) {
    this.#group = group;
  }

  show(parts: readonly DrawingPart[]): void {
    const group = this.#group;
    while (group.childElementCount > parts.length) group.lastChild?.remove();
    for (const [index, { key, make }] of parts.entries()) {
      const before = group.children[index];
      if (before && this.#keys[index] === key) continue;
      if (before) before.replaceWith(make());
      else group.append(make());
    }
    this.#keys = parts.map(({ key }) => key);
  }
}
