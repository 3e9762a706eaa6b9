/** What figures need of a browser. Servers have none of it, and a DOM without layout, as jsdom's, only the first. */
const NEEDED = ["customElements", "IntersectionObserver", "ResizeObserver", "matchMedia"];

/**
 * Registers an element where it can run; elsewhere its children stay. A name that is taken is left: a script that is
 * loaded twice, or a second version of it, leaves the first in place.
 */
export function defineElement(name: string, element: CustomElementConstructor): void {
  if (NEEDED.some((global) => !(global in globalThis)) || customElements.get(name)) return;
  customElements.define(name, element);
}
