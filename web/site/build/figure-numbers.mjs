/** Numbers the figures of the article in their order, and writes the numbers into captions and text. */
import { Failure } from "../../../tools/process.mjs";

const FIGURE =
  /<figure class="wide"([^>]*)>(\s*(?:<div class="beside">\s*)?<(?:pe-[\w-]+|svg) id="([\w-]+)")([\s\S]*?)<\/figure>/g;
const CAPTION = "<figcaption>";
const SEE = /<!-- see: ([\w-]+) -->/g;

/**
 * Gives each figure the id `figure-<id of its first element>`, begins its caption with a linked number, and turns
 * `<!-- see: id -->` into a link that names the figure. Throws if a figure has no caption, or a link no figure.
 * @param {string} html
 */
export function numberedFigures(html) {
  /** @type {Map<string, number>} */
  const numbers = new Map();
  const numbered = html.replaceAll(FIGURE, (_, attributes, start, id, rest) => {
    numbers.set(id, numbers.size + 1);
    if (!rest.includes(CAPTION)) throw new Failure(`the article: figure ${id} has no caption`);
    const number = `<a class="figure-number" href="#figure-${id}">Figure ${numbers.get(id)}.</a> `;
    return `<figure class="wide" id="figure-${id}"${attributes}>${start}${rest.replace(CAPTION, () => CAPTION + number)}</figure>`;
  });
  return numbered.replaceAll(SEE, (_, id) => {
    const number = numbers.get(id);
    if (number === undefined) throw new Failure(`the article: no figure ${id}`);
    return `<a href="#figure-${id}">Figure ${number}</a>`;
  });
}
