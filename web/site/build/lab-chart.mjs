/** A line chart of accuracy by length, as SVG that the build writes into the article. Its colours are the style sheet's. */

/** @typedef {{ name: string, kind: string, shares: number[] }} Line */

const [WIDTH, HEIGHT] = [446, 236];
/** At both sides is room for the longest text in letters of 17 px: a phone makes the chart smaller, and its letters larger. */
const [LEFT, RIGHT, TOP, BOTTOM] = [60, 282, 10, 192];
/** Least distance of names at the ends of lines. */
const GAP = 17;
/** From a baseline up to the middle of its letters. */
const MIDDLE = 4;
/** As figures write it. @param {number | undefined} share */
export const percent = (share) => `${Math.round(100 * (share ?? Number.NaN))}\u202f%`;

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
export function labChart(lines, lengths) {
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
