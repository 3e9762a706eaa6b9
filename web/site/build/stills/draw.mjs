/**
 * Draws the figures of a page as SVG files, for readers without scripts: the figures' own drawings, from the built package.
 * A program of its own, since it stands in for a page: `node draw.mjs <folder> <list of figures as JSON>`.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { PNG } from "pngjs";
import { ROOT } from "../../../../tools/process.mjs";
import { LOOK, StillCanvas, StillElement, standIn } from "./still-dom.mjs";

/** @typedef {{ tag: string, id: string, attributes: Record<string, string>, width: number, height: number }} Still */

const DIST = join(ROOT, "dist");

/** Colours that figures take from their pages: they follow the scheme of the reader's system. */
const STYLE = `:root { color: #1d1b22; --_quiet: color-mix(in srgb, currentColor 78%, transparent); --_line: color-mix(in srgb, currentColor 22%, transparent); --_accent: #1d5fb4; --_ink: #6d3ed8; --_position: #c03d0a; --_paper: #fffdf9; font-family: ${LOOK.fontFamily}; }
@media (prefers-color-scheme: dark) { :root { color: #eceaf2; --_accent: #7db4f5; --_ink: #b59cff; --_position: #ff9a6b; --_paper: #15151a; } }
.cursor { display: none; }`;

standIn();
// A page fetches the modules; here they are files.
globalThis.fetch = async (/** @type {unknown} */ address) =>
  new Response(readFileSync(fileURLToPath(String(address))), {
    headers: { "content-type": "application/wasm" },
  });

const elements = await import(pathToFileURL(join(DIST, "elements.js")).href);
const { divergingPalette } = await import(pathToFileURL(join(DIST, "full.js")).href);
const [, , folder = "", list = "[]"] = process.argv;
mkdirSync(folder, { recursive: true });
for (const still of /** @type {Still[]} */ (JSON.parse(list)))
  writeFileSync(join(folder, `${still.id}.svg`), await picture(still));

/** @param {Still} still */
async function picture({ tag, attributes, width, height }) {
  const Figure = Object.values(elements).find(({ definition }) => definition?.tag === tag);
  void Figure.observedAttributes; // makes the properties
  const figure = new Figure();
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "spec") figure.takeSpec(value);
    else figure[name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase())] = value;
  }
  const { definition } = Figure;
  const state = { ...figure.state, ...definition.encoding?.derive(figure.state) };
  const source = typeof definition.module === "function" ? definition.module(state) : definition.module;
  const module = await source.load();
  let shown = definition.compute(module, state, undefined);
  // What a figure measures or trains while it is seen is finished here; one that waits for its reader does not go on.
  for (let next = shown; next; next = await definition.proceed?.(shown, module, figure)) shown = next;
  const plot = definition.plot(figure);
  plot.draw(shown, { width, height, deviceWidth: width, deviceHeight: height }, divergingPalette());
  plot.point?.(undefined, shown); // some draw here
  const styles = [definition.styles].flat(9).map(({ cssText }) => cssText);
  const under = plot.canvas && !plot.canvas.hidden ? pixels(plot.canvas, { width, height }) : "";
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<style>${escaped([...styles, STYLE].join("\n"))}</style>
<g class="plot">${under}${plot.drawing.childNodes.map(written).join("")}</g></svg>
`;
}

/** A canvas as a picture, with its lines. @param {StillCanvas} canvas @param {{ width: number, height: number }} size */
function pixels(canvas, size) {
  const png = new PNG({ width: canvas.width, height: canvas.height });
  png.data.set(canvas.bytes);
  const address = `data:image/png;base64,${PNG.sync.write(png).toString("base64")}`;
  const place = (/** @type {string} */ name, /** @type {number} */ otherwise) =>
    Number.parseFloat(canvas.styles[name] ?? String(otherwise));
  const image = new StillElement();
  image.localName = "image";
  const box = {
    x: place("left", 0),
    y: place("top", 0),
    width: place("width", size.width),
    height: place("height", size.height),
  };
  const look = { preserveAspectRatio: "none", style: "image-rendering: pixelated" };
  for (const [name, value] of Object.entries({ href: address, ...box, ...look }))
    image.setAttribute(name, value);
  const lines = canvas.lines.map((line) => {
    const path = new StillElement();
    path.localName = "path";
    for (const [name, value] of Object.entries(line)) path.setAttribute(name, value);
    return path;
  });
  return [image, ...lines].map(written).join("");
}

/** @param {string} text */
function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

/** An element as XML. @param {StillElement | string} node @returns {string} */
function written(node) {
  if (typeof node === "string") return escaped(node);
  const style = Object.entries(node.styles)
    .map(([name, value]) => `${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}: ${value}`)
    .join("; ");
  const own = [...node.attributes, ...(style === "" ? [] : [["style", style]])];
  const attributes = own.map(([name, value]) => ` ${name}="${escaped(String(value))}"`).join("");
  return `<${node.localName}${attributes}>${node.childNodes.map(written).join("")}</${node.localName}>`;
}
