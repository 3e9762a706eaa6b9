/** The article's numbers of the lab: a chart, tables, and shares in its text, from web/site/lab/results.json. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Failure, ROOT } from "../../../tools/process.mjs";

// A line chart of accuracy by length, as SVG that the build writes into the article. Its colours are the style sheet's.

/** @typedef {{ name: string, kind: string, shares: number[] }} Line */

const [WIDTH, HEIGHT] = [446, 236];
/** At both sides is room for the longest text in letters of 17 px: a phone makes the chart smaller, and its letters larger. */
const [LEFT, RIGHT, TOP, BOTTOM] = [60, 282, 10, 192];
/** Least distance of names at the ends of lines. */
const GAP = 17;
/** From a baseline up to the middle of its letters. */
const MIDDLE = 4;
/** As figures write it. @param {number | undefined} share */
const percent = (share) => `${Math.round(100 * (share ?? Number.NaN))}\u202f%`;

/** Lines of one colour differ in their dashes. */
const DASHES = ["", "6 3", "1.5 3"];

/** @param {number} share */
const y = (share) => BOTTOM - share * (BOTTOM - TOP);
/** @param {number} place */
const short = (place) => String(Math.round(10 * place) / 10);

/**
 * Lines on an axis on which each length is twice the one before, with a name and the last share at the end of each.
 * @param {Line[]} lines @param {number[]} lengths
 */
function labChart(lines, lengths) {
  const x = (/** @type {number} */ n) => LEFT + 12 + (n * (RIGHT - LEFT - 24)) / (lengths.length - 1);
  const levels = [0, 0.25, 0.5, 0.75, 1].map(
    (share) =>
      `<path class="level" d="M${LEFT} ${short(y(share))}H${RIGHT}"/><text x="${LEFT - 6}" y="${short(y(share) + MIDDLE)}" text-anchor="end">${percent(share)}</text>`,
  );
  const ticks = lengths.map(
    (length, n) => `<text x="${short(x(n))}" y="${BOTTOM + 17}" text-anchor="middle">${length}</text>`,
  );
  /** @type {Map<string, number>} */
  const seen = new Map();
  const falling = [...lines].sort((a, b) => (b.shares.at(-1) ?? 0) - (a.shares.at(-1) ?? 0));
  let least = 0;
  const drawn = falling.map(({ name, kind, shares }) => {
    const order = seen.get(kind) ?? 0;
    seen.set(kind, order + 1);
    const dash = DASHES[order] ? ` stroke-dasharray="${DASHES[order]}"` : "";
    const points = shares.map((share, n) => `${short(x(n))} ${short(y(share))}`);
    const [end, last] = [x(shares.length - 1), shares.at(-1) ?? 0];
    const place = Math.max(y(last), least);
    least = place + GAP;
    return `<g class="${kind}"><path class="line" d="M${points.join("L")}"${dash}/>${shares
      .map((share, n) => `<circle cx="${short(x(n))}" cy="${short(y(share))}" r="2.5"/>`)
      .join(
        "",
      )}<path class="leader" d="M${short(end + 4)} ${short(y(last))}L${RIGHT + 4} ${short(place)}"/><text x="${
      RIGHT + 8
    }" y="${short(place + MIDDLE)}">${name} ${percent(last)}</text></g>`;
  });
  return `<svg id="lab-chart" class="lab-chart" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="lab-chart-title">
<title id="lab-chart-title">Share of right letters by the length of the text. At ${lengths.at(-1)} letters: ${falling
    .map(({ name, shares }) => `${name} ${percent(shares.at(-1))}`)
    .join(", ")}.</title>
${levels.join("")}${ticks.join("")}
<path class="level" d="M${short(x(0))} ${TOP}V${BOTTOM}" stroke-dasharray="3 3"/>
<text x="${short((LEFT + RIGHT) / 2)}" y="${BOTTOM + 36}" text-anchor="middle">letters in the text; trained on up to ${lengths[0]}</text>
${drawn.join("\n")}
</svg>`;
}

/** @typedef {{ encoding: string, seeds: number[], accuracy: Record<"mean" | "min" | "max", number[]>, probe?: number[] }} Row */
/** @typedef {{ multiples: number[], model: { layers: number }, tasks: Record<string, [number, number]>, results: { task: string, rows: Row[] }[] }} Results */

const TASK = "induction";
const NAMES = /** @type {Record<string, string>} */ ({
  none: "none",
  sinusoidal: "sinusoid",
  sine: "sines only",
  learned: "learned",
  rope: "rotary",
  "rope-half": "rotary, half of the channels",
  "rope-alternate": "rotary, every second layer",
  alibi: "ALiBi",
  kerple: "KERPLE",
  t5: "T5’s buckets",
  fire: "FIRE",
  shaw: "Shaw’s vectors",
  fox: "FoX",
});
/** How an encoding reaches the scores: as the chart colours it. */
const KINDS = /** @type {Record<string, string>} */ ({
  none: "none",
  sinusoidal: "added",
  sine: "added",
  learned: "added",
  rope: "rotated",
  alibi: "bias",
  kerple: "bias",
  t5: "bias",
});
const PLAIN = Object.keys(KINDS);
const CHANGES = /** @type {Record<string, string>} */ ({
  linear: "interpolated",
  ntk: "NTK",
  yarn: "YaRN",
  cut: "context cut",
});
const NUMBER = /<!-- lab: (?:([a-z]+) )?([a-z][\w+-]*)(?: (\d+))? -->/g;
const PROBE = /<!-- lab-probe: ([a-z]+) ([\w-]+) (\d) -->/g;

/** @param {string} name of a row, such as "rope, ntk" */
function label(name) {
  const [encoding = "", change = ""] = name.split(", ");
  return change === "" ? NAMES[encoding] : `${NAMES[encoding]}, ${CHANGES[change]}`;
}

/** Accuracy by length of the encodings that nobody has changed after training. @param {Results} results */
function chart(results) {
  const rows = rowsOf(results, TASK).filter(({ encoding }) => PLAIN.includes(encoding));
  const lines = rows.map(({ encoding, accuracy }) => ({
    name: NAMES[encoding] ?? "",
    kind: KINDS[encoding] ?? "none",
    shares: accuracy.mean,
  }));
  const [, longest = 0] = results.tasks[TASK] ?? [];
  return labChart(
    lines,
    results.multiples.map((times) => times * longest),
  );
}

/** @param {Results} results @param {string} task */
function rowsOf({ results }, task) {
  const rows = results.find((one) => one.task === task)?.rows ?? [];
  if (rows.length === 0) throw new Failure(`results.json has no ${task}: npm run lab trains it`);
  return rows;
}

/** @param {string} id @param {string} name @param {string[]} head @param {string[][]} body @param {string} [look] */
export function table(id, name, head, body, look = 'class="lab-table" ') {
  const rows = body.map(
    ([first, ...cells]) =>
      `<tr><th scope="row">${first}</th>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`,
  );
  return `<div class="scroll" tabindex="0" role="region" aria-label="${name}">
<table ${look}id="${id}">
<thead><tr>${head.map((text) => `<th scope="col">${text}</th>`).join("")}</tr></thead>
<tbody>
${rows.join("\n")}
</tbody>
</table>
</div>`;
}

/** One task by length: the mean of all seeds, and the smallest and the largest share if they differ. @param {Results} results */
function byLength(results) {
  const [, longest = 0] = results.tasks[TASK] ?? [];
  const head = ["positions", ...results.multiples.map((times) => `${times * longest} letters`)];
  const body = rowsOf(results, TASK).map(({ encoding, accuracy: { mean, min, max } }) => [
    label(encoding) ?? "",
    ...mean.map((share, i) => {
      const [from, to] = [percent(min[i]), percent(max[i])];
      return from === to ? percent(share) : `${percent(share)} (${from.slice(0, -2)}–${to})`;
    }),
  ]);
  return table("lab-by-length", "Accuracy by length", head, body);
}

/** All tasks, at the longest length trained and at four times that. @param {Results} results */
function byTask(results) {
  const [near, far] = [1, 4].map((times) => results.multiples.indexOf(times));
  const tasks = results.results.filter(({ rows }) => rows.length > 0);
  const body = rowsOf(results, TASK).map(({ encoding }) => [
    label(encoding) ?? "",
    ...tasks.map(({ rows }) => {
      const mean = rows.find((row) => row.encoding === encoding)?.accuracy.mean;
      return mean === undefined ? "–" : `${percent(mean[near ?? 0])} → ${percent(mean[far ?? 0])}`;
    }),
  ]);
  return table("lab-by-task", "Accuracy by task", ["positions", ...tasks.map(({ task }) => task)], body);
}

/** How well a linear map reads the position between layers. A share below zero is worse than no map at all. @param {Results} results */
function probes(results) {
  const body = rowsOf(results, TASK).flatMap(({ encoding, probe }) =>
    probe === undefined ? [] : [[label(encoding) ?? "", ...probe.map((r2) => percent(Math.max(0, r2)))]],
  );
  const layers = [
    "as they come in",
    ...Array.from({ length: results.model.layers }, (_, i) => `after layer ${i + 1}`),
  ];
  return table("lab-probe", "What each layer knows of the position", ["positions", ...layers], body);
}

const PAPERS = {
  press: "Perplexity by length, of Press and others",
  kazemnejad: "Perplexity by length, of Kazemnejad and others",
};

/**
 * What a paper measured. Its numbers keep the digits that they have there.
 * @param {"press" | "kazemnejad"} paper
 */
function published(paper) {
  /** @type {Record<string, { tokens: number[], perplexity: Record<string, string[]> }>} */
  const papers = JSON.parse(readFileSync(join(ROOT, "web/site/lab/papers.json"), "utf8"));
  const { tokens = [], perplexity = {} } = papers[paper] ?? {};
  const body = Object.entries(perplexity).map(([encoding, cells]) => [NAMES[encoding] ?? "", ...cells]);
  return table(`${paper}-table`, PAPERS[paper], ["positions", ...tokens.map((n) => `${n} tokens`)], body);
}

/**
 * Turns `<!-- lab: rope 8 -->` into the mean share of a row at a multiple of the trained length, `<!-- lab: copy alibi 4 -->`
 * into that of another task, `<!-- lab: seeds -->` into the number of models, `<!-- lab: chart -->` into a drawing, and
 * a row such as "rope, ntk" is `rope+ntk`; `<!-- lab-probe: copy rope 2 -->` is what a probe reads after layer 2;
 * `<!-- lab: by-length -->`, `<!-- lab: by-task -->`, `<!-- lab: probes -->` into tables; `<!-- lab: press -->` and
 * `<!-- lab: kazemnejad -->` are tables of papers.
 * @param {string} html
 */
export function withLabResults(html) {
  /** @type {Results} */
  const results = JSON.parse(readFileSync(join(ROOT, "web/site/lab/results.json"), "utf8"));
  const rows = rowsOf(results, TASK);
  /** @type {Record<string, () => string>} */
  const parts = {
    chart: () => chart(results),
    "by-length": () => byLength(results),
    "by-task": () => byTask(results),
    probes: () => probes(results),
    press: () => published("press"),
    kazemnejad: () => published("kazemnejad"),
    seeds: () => String(Math.min(...rows.map(({ seeds }) => seeds.length))),
  };
  const read = html.replaceAll(PROBE, (_, task, name, layer) => {
    const share = rowsOf(results, task).find(({ encoding }) => encoding === name)?.probe?.[Number(layer)];
    if (share === undefined) throw new Failure(`results.json has no probe of ${name} after layer ${layer}`);
    return percent(share);
  });
  return read.replaceAll(NUMBER, (_, task, name, times) => {
    const part = parts[name];
    if (part) return part();
    const row = rowsOf(results, task ?? TASK).find(({ encoding }) =>
      [name, name.replace("+", ", ")].includes(encoding),
    );
    const share = row?.accuracy.mean[results.multiples.indexOf(Number(times))];
    if (share === undefined) throw new Failure(`the article: results.json has no ${name} at ${times}`);
    return percent(share);
  });
}
