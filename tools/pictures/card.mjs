/** The frame of every picture of a preset: a background, so that it is legible on any page, a title and two axes. */

const SIZE = { width: 400, height: 320 };
/** The plot. */
export const BOX = { left: 56, top: 70, width: 328, height: 184 };

const FONT = 'font-family="system-ui, sans-serif" font-size="13"';

/** Colours are attributes, which all SVG viewers support; the style changes them on dark pages. */
const INK = "#1f2328";
const QUIET = 'class="quiet" fill="#57606a"';
const DARK =
  "@media (prefers-color-scheme: dark) { .paper { fill: #161b22 } text { fill: #e6edf3 } .quiet { fill: #9aa5b1 } .line { stroke: #e6edf3 } }";

/**
 * @typedef {{ at: number, text: string }} Tick at a share of the axis
 * @typedef {{ label: string, ticks: readonly Tick[] }} Axis
 * @typedef {{ title: string, about: string, x: Axis, y: Axis, plot: string, key?: string }} Card
 *   `about` is a line about the picture; `plot` is SVG within {@link BOX}; `key` explains its marks below it
 */

/** @param {Card} card @returns {string} an SVG file */
export function card({ title, about, x, y, plot, key = "" }) {
  const { width, height } = SIZE;
  const bottom = BOX.top + BOX.height;
  const right = BOX.left + BOX.width;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" ${FONT}>
<title>${escaped(`${title}: ${about}`)}</title>
<style>${DARK}</style>
<rect class="paper" width="${width}" height="${height}" rx="6" fill="#ffffff"/>
<text x="12" y="23" font-size="15" font-weight="600" fill="${INK}">${escaped(title)}</text>
<text x="12" y="39" ${QUIET}>${escaped(about)}</text>
<text x="12" y="${BOX.top - 12}" ${QUIET} font-size="12">${escaped(y.label)}</text>
${y.ticks.map(({ at, text }) => `<text x="${BOX.left - 6}" y="${number(BOX.top + at * BOX.height + 4)}" text-anchor="end" font-size="12" ${QUIET}>${text}</text>`).join("")}
${plot}
${x.ticks.map(({ at, text }) => `<text x="${number(BOX.left + at * BOX.width)}" y="${bottom + 16}" text-anchor="middle" font-size="12" ${QUIET}>${text}</text>`).join("")}
<text x="${right}" y="${bottom + 34}" text-anchor="end" font-size="12" ${QUIET}>${escaped(x.label)}</text>
${key}
</svg>
`;
}

/** @param {number} value in units of the picture; a tenth of one is not visible */
export const number = (value) => String(Number(value.toFixed(1)));

/** @param {string} text */
const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/**
 * Small text that explains marks; below the plot if `y` is not given.
 * @param {number} x @param {string} text @param {"start" | "end"} [anchor] @param {number} [y]
 */
export const keyText = (x, text, anchor = "start", y = SIZE.height - 13) =>
  `<text x="${x}" y="${number(y)}" text-anchor="${anchor}" font-size="12" ${QUIET}>${escaped(text)}</text>`;

/**
 * A line or marks of the plot; empty for an empty path.
 * @param {string} d @param {Record<string, string | number>} looks
 */
export function axisLine(d, looks) {
  const attributes = Object.entries(looks).map(([name, value]) => ` ${name}="${value}"`);
  return d && `<path class="line" d="${d}" fill="none" stroke="${INK}"${attributes.join("")}/>`;
}
