/** A picture in place of each figure of the article, for readers without scripts, and on paper where a figure's code has not come. */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const DRAW = fileURLToPath(new URL("./draw.mjs", import.meta.url));
const FIGURE = /<(pe-[\w-]+) id="([\w-]+)"([^>]*)>/g;
const ATTRIBUTE = /([\w-]+)(?:="([^"]*)")?/g;

/** What a reader has to open. */
export const ASIDE = /<details class="aside"[\s\S]*?<\/details>/g;

/** CSS pixels: as wide as a figure on a wide screen. */
const WIDTH = 960;
/** Heights of pictures whose figures are higher or lower than most. */
const HEIGHTS = {
  hero: 320,
  moire: 640,
  clock: 380,
  rotary: 330,
  biases: 400,
  wishes: 460,
  criteria: 620,
  recurrent: 520,
};
const HEIGHT = 440;

/** Where the pictures are, in the folder of the article. */
export const STILLS = "figures";

/** @param {string} id */
const heightOf = (id) => HEIGHTS[/** @type {keyof typeof HEIGHTS} */ (id)] ?? HEIGHT;

/** The article with a picture in each figure, which only readers without scripts get. @param {string} html */
const withPictures = (html) =>
  html.replaceAll(FIGURE, (tag, _, id) => `${tag}\n<noscript>${pictureOf(id)}</noscript>`);

/** @param {string} id */
const pictureOf = (id) =>
  `<img class="still" src="./${STILLS}/${id}.svg" width="${WIDTH}" height="${heightOf(id)}" loading="lazy" alt="" />`;

/**
 * The article with a picture in each figure. The code of a figure in an aside comes when a reader opens the aside, which is too late
 * for printing: there the picture is for paper, too, and the browser loads it when it prints.
 * @param {string} html
 */
export const withStills = (html) =>
  withPictures(html).replaceAll(ASIDE, (aside) => aside.replaceAll(/<\/?noscript>/g, ""));

/** Draws the pictures. @param {string} html of the built article @param {string} folder for the files */
export function drawStills(html, folder) {
  const stills = Array.from(html.matchAll(FIGURE), ([, tag, id = "", text = ""]) => ({
    tag,
    id,
    width: WIDTH,
    height: heightOf(id),
    attributes: Object.fromEntries(
      Array.from(text.matchAll(ATTRIBUTE), ([, name, value = ""]) => [name, value.replaceAll("&amp;", "&")]),
    ),
  }));
  execFileSync(process.execPath, [DRAW, folder, JSON.stringify(stills)], { stdio: "inherit" });
}
