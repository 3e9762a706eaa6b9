/** What other sites show of a link to the home page or to the article: title, description, and a picture that is drawn when it is built. */
import { pngAddress } from "../../../tools/pictures/png.mjs";
import { siteAddress } from "./article-settings.mjs";

export const CARD = "card.png";

/** Pixels, as most sites show it. */
const SIZE = { width: 1200, height: 630 };
/** One pixel for each position, and some pixels for each dimension. */
const DIMENSIONS = 120;

/**
 * The table of the sinusoidal encoding as a PNG file.
 * @param {import("../../../tools/build/built-package.mjs").Package} posenc
 */
export async function cardOf({ load, divergingPalette }) {
  const { width, height } = SIZE;
  const pe = await load();
  const table = pe.sinusoidal({ length: height, dModel: DIMENSIONS });
  const pixels = Array.from({ length: width * height }, (_, n) => {
    const [row, column] = [Math.floor(n / width), Math.floor(((n % width) * DIMENSIONS) / width)];
    const value = /** @type {number} */ (table[row * DIMENSIONS + column]);
    return Math.min(Math.max(Math.floor((value + 1) * 128), 0), 255);
  });
  const [, base64 = ""] = pngAddress(SIZE, pixels, divergingPalette()).split(",");
  return Uint8Array.from(Buffer.from(base64, "base64"));
}

/**
 * Writes the tags of the Open Graph protocol into the head of the page, from its own title and description.
 * @param {string} html
 * @param {string} path of the page on the site, as `/article/index.html`
 */
export function cardTags(html, path) {
  const [, title = ""] = /<title>([^<]*)<\/title>/.exec(html) ?? [];
  const [, description = ""] = /name="description"\s+content="([^"]*)"/.exec(html) ?? [];
  const site = siteAddress();
  const folder = path.slice(1).replace("index.html", "");
  const tags = [
    ["og:type", folder === "" ? "website" : "article"],
    ["og:title", title],
    ["og:description", description],
    ["og:image", `${site || (folder === "" ? "./" : "../")}${CARD}`],
    ["og:image:width", SIZE.width],
    ["og:image:height", SIZE.height],
    ["og:image:alt", "The sinusoidal encoding as a heat map: fast waves at the left, slow ones at the right"],
    ...(site ? [["og:url", site + folder]] : []),
  ];
  const lines = tags.map(([name, content]) => `    <meta property="${name}" content="${content}" />`);
  return html.replace("</head>", () => `${lines.join("\n")}\n  </head>`);
}
