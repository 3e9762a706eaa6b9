/**
 * Registers an element where there are elements: servers have none. A registered name is left alone, so that a script can be
 * loaded twice, or in two versions.
 */
export function defineElement(name: string, element: CustomElementConstructor): void {
  if (!("customElements" in globalThis) || customElements.get(name)) return;
  customElements.define(name, element);
}
