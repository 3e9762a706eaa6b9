/** `npm run picture`: draws the picture of the README, from the built package. A test compares it with the file. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT, runMain } from "./process.mjs";

export const PICTURE = join(ROOT, "web/site/picture.svg");

const DIMENSIONS = 50;
const PANEL = { width: 250, height: 240 };
const GAP = 28;
const TOP = 34;
const BOTTOM = 20;
/** Colours are few, so that cells of one colour make one path. */
const SHADES = 33;

/** @type {readonly { title: string, mode: "exact" | "nearest", positions: number, rows: number }[]} */
const PANELS = [
  { title: "20 positions", mode: "exact", positions: 20, rows: 20 },
  { title: "45 000 positions, every 750th", mode: "nearest", positions: 45_000, rows: 60 },
  { title: "45 000 positions, exact means", mode: "exact", positions: 45_000, rows: 60 },
];

/**
 * Three heat maps of the table of width 50 as an SVG: near by, from afar as it is usually sampled, and as it is.
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
<g transform="translate(${x} ${TOP}) scale(${PANEL.width / DIMENSIONS} ${PANEL.height / rows})">
${paths(values, palette)}
</g>
<text class="axis" x="${x + PANEL.width}" y="${TOP + PANEL.height + 16}" text-anchor="end">dimension 0 … 49 →</text>`;
  });
  const width = PANELS.length * (PANEL.width + GAP) - GAP;
  const height = TOP + PANEL.height + BOTTOM;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>The sinusoidal encoding as heat maps: the sampled picture shows patterns that the exact one has not</title>
<style>text { font: 14px system-ui, sans-serif; fill: #777; } .axis { font-size: 12px; } path { shape-rendering: crispEdges; }</style>
${panels.join("\n")}
</svg>
`;
}

/**
 * One path for each shade, of runs of equal cells.
 *
 * @param {Float32Array} values @param {Uint8ClampedArray} palette
 */
function paths(values, palette) {
  /** @type {Map<number, string>} */
  const runs = new Map();
  const shade = (/** @type {number} */ i) => Math.round((((values[i] ?? 0) + 1) / 2) * (SHADES - 1));
  for (let i = 0; i < values.length; ) {
    const start = i;
    do i++;
    while (i % DIMENSIONS !== 0 && shade(i) === shade(start));
    const run = `M${start % DIMENSIONS} ${Math.floor(start / DIMENSIONS)}h${i - start}v1h-${i - start}z`;
    runs.set(shade(start), (runs.get(shade(start)) ?? "") + run);
  }
  return [...runs].map(([k, d]) => `<path fill="${hex(palette, k)}" d="${d}"/>`).join("\n");
}

/** @param {Uint8ClampedArray} palette @param {number} shade */
function hex(palette, shade) {
  const at = 4 * Math.round((shade / (SHADES - 1)) * 255);
  return `#${Buffer.from(palette.slice(at, at + 3)).toString("hex")}`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await runMain(async () => {
    writeFileSync(PICTURE, await drawPicture(await import("posenc")));
  });
}
