/** The state of a figure, for the text around it. */

/** The figure that an element of the text names in `data-figure`; undefined if there is none. */
export function figureOf(element: HTMLElement): Element | undefined {
  const { figure } = element.dataset;
  return figure === undefined ? undefined : (document.getElementById(figure) ?? undefined);
}

/** The number of an attribute, or its default. The figure must be defined. */
export function numberOf(figure: Element, attribute: string): number {
  const property = attribute.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  return Number(Reflect.get(figure, property));
}

/** Calls `changed` when the figure is defined, and after each change of an attribute. */
export function watchFigure(figure: Element, changed: () => void): void {
  void customElements.whenDefined(figure.localName).then(changed);
  new MutationObserver(changed).observe(figure, { attributes: true });
}
