/** The tag that puts a figure in its present state into another page. */
export function tagOf(element: Element, attributes: readonly string[]): string {
  const name = element.localName;
  const state = attributes.flatMap((attribute) => {
    const value = element.getAttribute(attribute);
    return value === null
      ? []
      : [` ${attribute}="${value.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}"`];
  });
  return `<${name}${state.join("")}></${name}>`;
}
