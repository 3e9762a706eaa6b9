/** Globals that figures need. Servers have none of them; a DOM without layout, such as jsdom, has only the first. */
const NEEDED = ["customElements", "IntersectionObserver", "ResizeObserver", "matchMedia"];

/**
 * Registers an element if it can run here; if not, its children stay visible. A registered name is left alone, so that a
 * script can be loaded twice, or in two versions.
 */
export function defineElement(name: string, element: CustomElementConstructor): void {
  if (NEEDED.some((global) => !(global in globalThis)) || customElements.get(name)) return;
  customElements.define(name, element);
}
