/**
 * Registers an element unless its name is taken: a script that is loaded twice, or a second version of it, leaves
 * the first in place.
 */
export function defineElement(name: string, element: CustomElementConstructor): void {
  if (typeof customElements === "undefined" || customElements.get(name)) return;
  customElements.define(name, element);
}
