/**
 * The tag that puts a figure in its present state into another page.
 * @param fallback - what readers without scripts get in its place
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

/** The package's picture of a preset, of the size that all of them have. */
export const presetImage = (preset: string, alt: string): string =>
  `<img src="posenc/pictures/${preset}.svg" width="400" height="320" alt="${alt}">`;
