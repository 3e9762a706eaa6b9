/**
 * The tag that shows a figure in its present state on another page.
 * @param fallback - HTML for readers without scripts
 */
export function tagOf(element: Element, attributes: readonly string[], fallback: string): string {
  const name = element.localName;
  const state = attributes.flatMap((attribute) => {
    const value = element.getAttribute(attribute);
    return value === null
      ? []
      : [` ${attribute}="${value.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}"`];
  });
  return `<${name}${state.join("")}>${fallback && `\n  ${fallback}\n`}</${name}>`;
}

/** The package's picture of a preset, in the size of all these pictures. */
export const presetImage = (preset: string, alt: string): string =>
  `<img src="posenc/pictures/${preset}.svg" width="400" height="320" alt="${alt}">`;
