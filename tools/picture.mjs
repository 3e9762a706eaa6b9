/** `npm run picture`: draws the picture of the README, from the built package. A test compares it with the file. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { raster } from "./pictures/raster.mjs";
import { ROOT, runMain } from "./process.mjs";

export const PICTURE = join(ROOT, "web/site/picture.svg");

const DIMENSIONS = 50;
const PANEL = { width: 250, height: 240 };
const GAP = 28;
const TOP = 34;
const BOTTOM = 20;

/** @type {readonly { title: string, mode: "exact" | "nearest", positions: number, rows: number }[]} */
const PANELS = [
  { title: "20 positions", mode: "exact", positions: 20, rows: 20 },
  { title: "45 000 positions, every 750th", mode: "nearest", positions: 45_000, rows: 60 },
  { title: "45 000 positions, exact means", mode: "exact", positions: 45_000, rows: 60 },
];

/**
 * Three heat maps of the table of width 50 as an SVG: few positions, many positions sampled as usual, and their exact means.
 *
 * @param {typeof import("posenc")} posenc
 * @returns {Promise<string>}
 */
export async function drawPicture({ load, divergingPalette }) {
  const pe = await load();
  const palette = divergingPalette();
  const panels = PANELS.map(({ title, mode, positions, rows }, k) => {
    const values = pe.heatmap(
      { method: "sinusoidal", dModel: DIMENSIONS },
      {
        view: { positions: [0, positions], dimensions: [0, DIMENSIONS] },
        width: DIMENSIONS,
        height: rows,
        mode,
        as: "values",
      },
    );
    const x = k * (PANEL.width + GAP);
    return `<text x="${x}" y="20">${title}</text>
${raster({ values, columns: DIMENSIONS, limit: 1, palette }, { ...PANEL, left: x, top: TOP })}
<text class="axis" x="${x + PANEL.width}" y="${TOP + PANEL.height + 16}" text-anchor="end">dimension 0 … 49 →</text>`;
  });
  const width = PANELS.length * (PANEL.width + GAP) - GAP;
  const height = TOP + PANEL.height + BOTTOM;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>The sinusoidal encoding as heat maps: the sampled picture shows patterns that the exact one does not have</title>
<style>text { font: 14px system-ui, sans-serif; fill: #777; } .axis { font-size: 12px; }</style>
${panels.join("\n")}
</svg>
`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await runMain(async () => {
    writeFileSync(PICTURE, await drawPicture(await import("posenc")));
  });
}
