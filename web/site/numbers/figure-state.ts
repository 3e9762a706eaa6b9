/** A figure's state as the text uses it: the properties that its attributes stand for. */

/** The figure that an element of the text belongs to by its `data-figure`; undefined where it has none. */
export function figureOf(element: HTMLElement): Element | undefined {
  const { figure } = element.dataset;
  return figure === undefined ? undefined : (document.getElementById(figure) ?? undefined);
}

/** The number that a figure has for an attribute, its default included; the figure must be defined. */
export function numberOf(figure: Element, attribute: string): number {
  const property = attribute.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  return Number(Reflect.get(figure, property));
}

/** Calls back once the figure is defined, and whenever an attribute of it changes. */
export function watchFigure(figure: Element, changed: () => void): void {
  void customElements.whenDefined(figure.localName).then(changed);
  new MutationObserver(changed).observe(figure, { attributes: true });
}
