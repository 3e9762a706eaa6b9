import { html } from "../../plot/dom.ts";
import { formatFixed, formatRough } from "../../plot/numbers.ts";
import type { Host, Part } from "../definition/definition.ts";
import { isRotary, titleOf } from "./lane-encoding.ts";
import { formatScore } from "./race-reading.ts";
import type { Lane } from "./race-run.ts";
import { MULTIPLES } from "./race-settings.ts";
import { type RaceShown, scoresOf } from "./race-shown.ts";
import { Stretched } from "./race-stretched.ts";

/** The table of accuracies at 1, 2, 4 and 8 times the trained length: a row for each lane, and one for a stretched one. */

export const STRETCH_NAMES = { none: "none", linear: "linear", ntk: "NTK", yarn: "YaRN" } as const;

export function scoresTable(figure: Host<object, RaceShown>): Part<RaceShown> {
  const head = html("tr");
  const body = html("tbody");
  const caption = html("caption");
  const element = html(
    "div",
    { class: "scores scroll", role: "group", tabindex: 0, "aria-label": "Accuracy by length" },
    html("table", { part: "table" }, caption, html("thead", {}, head), body),
  );
  const stretched = new Stretched(() => figure.requestUpdate());
  return {
    element,
    show(shown) {
      const { race } = shown;
      const seeds = 1 + race.repeats.length / race.lanes.length;
      caption.textContent =
        seeds === 1
          ? "Right answers, by test length; 1× is the longest trained length"
          : `Right answers, by test length: mean, smallest and largest of ${seeds} seeds`;
      head.replaceChildren(...headings(race.lanes[0]));
      body.replaceChildren(
        ...race.lanes.map((lane) => laneRow(lane, race.repeats)),
        ...stretchedRows(shown, stretched),
      );
    },
  };
}

const headings = (lane: Lane | undefined): HTMLElement[] => [
  html("th", { scope: "col" }, "encoding"),
  ...MULTIPLES.map((times, n) =>
    html("th", { scope: "col" }, `${times}×`, html("small", {}, ` ${lane?.plan.finalLengths[n] ?? ""}`)),
  ),
];

const rowOf = (name: string, cells: readonly HTMLElement[]): HTMLTableRowElement =>
  html("tr", {}, html("th", { scope: "row" }, name), ...cells);

/** A number that says by its size that it matters. */
const cellOf = (score: number, more = ""): HTMLElement =>
  html(
    "td",
    {},
    html(
      "data",
      { value: Number.isNaN(score) ? "" : score, class: "number", part: "number" },
      formatScore(score),
    ),
    ...(more === "" ? [] : [html("small", {}, ` ${more}`)]),
  );

function laneRow(lane: Lane, repeats: readonly Lane[]): HTMLTableRowElement {
  const others = repeats.filter(({ encoding, state }) => encoding === lane.encoding && state.final);
  const all = [lane, ...others].map(scoresOf);
  return rowOf(
    titleOf(lane.encoding),
    MULTIPLES.map((_, n) => {
      const scores = all.map((own) => own[n] as number);
      const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
      const ends = [Math.min(...scores), Math.max(...scores)].map((score) => formatFixed(score, 2));
      return cellOf(mean, others.length === 0 ? "" : ends.join("–"));
    }),
  );
}

/** A row that is there as soon as a rotary lane is, so that nothing moves when it gets its numbers. */
function stretchedRows(shown: RaceShown, stretched: Stretched): HTMLTableRowElement[] {
  const lane = shown.race.lanes.find(({ encoding }) => isRotary(encoding));
  if (lane === undefined) return [];
  const rule = STRETCH_NAMES[shown.stretch];
  const name = `${titleOf(lane.encoding)}, ${shown.stretch === "none" ? "not stretched" : `${rule} ${formatRough(shown.factor)}×`}`;
  const { scores, fault } = stretched.of(shown, lane);
  const row = rowOf(
    name,
    MULTIPLES.map((_, n) => cellOf(scores?.[n] ?? Number.NaN)),
  );
  row.className = "stretched";
  if (fault) row.title = fault;
  return [row];
}
