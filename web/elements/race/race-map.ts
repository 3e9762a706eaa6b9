import { type CellBox, cellBox } from "../../plot/box.ts";
import { svg } from "../../plot/dom.ts";
import { outline, painted, stroke } from "../../plot/stroke.ts";
import { text } from "../../plot/text.ts";
import { shortTitleOf } from "./lane-encoding.ts";
import type { Lane } from "./race-run.ts";
import { MULTIPLES } from "./race-settings.ts";
import { guessOf, type RaceShown, rowsOf } from "./race-shown.ts";

/** The accuracies of a lane, test length by training step: the darker, the more words are right. */

/** Shades from a guess to no mistake. */
const SHADES = 20;

/** From 0 for a guess to 1 for no mistake. */
const shareOf = (accuracy: number, guess: number): number =>
  Math.min(1, Math.max(0, (accuracy - guess) / (1 - guess)));

export function drawMap(shown: RaceShown, lane: Lane, box: CellBox, fontSize: number): SVGElement[] {
  const { left, top, width, height } = box;
  const [right, bottom] = [left + width, top + height];
  const [, longest] = [0, (lane.plan.finalLengths[0] as number) ?? 1];
  const lengths = rowsOf(shown).slice(1) as readonly number[];
  const line = (length: number) => top + ((lengths.indexOf(length) + 0.5) * height) / lengths.length;
  const trained = top + (lengths.indexOf(longest) * height) / lengths.length;
  return [
    text(shortTitleOf(lane.encoding), left, top - 0.6 * fontSize, "start", fontSize, { "font-weight": 600 }),
    text(noteOf(lane), right, top - 0.6 * fontSize, "end", fontSize),
    ...shadesOf(shown, lane, box),
    outline(box, { opacity: 0.3 }),
    stroke(`M${left} ${trained}H${right}`, { opacity: 0.8, dash: "3 3", class: "trained" }),
    stroke(`M${left - 2.5} ${trained}V${bottom}`, { width: 3, class: "trained" }),
    ...MULTIPLES.map((times) =>
      text(`${times}×`, left - 8, line(times * longest) + 0.34 * fontSize, "end", fontSize),
    ),
    text("0", left, bottom + 1.3 * fontSize, "start", fontSize),
    text(`${lane.plan.steps} steps`, right, bottom + 1.3 * fontSize, "end", fontSize),
  ];
}

function noteOf({ state, fault }: Lane): string {
  if (fault !== undefined) return "stopped";
  return state.failure === undefined ? "" : "diverged";
}

/** One path for all cells of a shade. */
function shadesOf(shown: RaceShown, { plan, state }: Lane, box: CellBox): SVGElement[] {
  const guess = guessOf(shown);
  const paths = new Map<number, string>();
  state.tests.forEach((accuracies, column) => {
    accuracies.forEach((accuracy, n) => {
      const shade = Math.round(SHADES * shareOf(accuracy, guess));
      if (shade === 0) return;
      const cell = cellBox(box, { row: plan.lengths.length - 1 - n, column });
      const path = `M${cell.left.toFixed(2)} ${cell.top.toFixed(2)}h${cell.width.toFixed(2)}v${cell.height.toFixed(2)}h-${cell.width.toFixed(2)}z`;
      paths.set(shade, (paths.get(shade) ?? "") + path);
    });
  });
  return Array.from(paths, ([shade, d]) =>
    painted(
      svg("path", { d, "fill-opacity": shade / SHADES, "shape-rendering": "crispEdges", class: "shade" }),
      { fill: "var(--_ink)" },
    ),
  );
}
