import { evaluationBatch } from "../../../src/api/lab/batch.ts";
import { seedOf } from "../../../src/api/lab/random.ts";
import { tasks } from "../../../src/api/lab/tasks.ts";
import { html } from "../../plot/dom.ts";
import { formatFixed, formatRough } from "../../plot/numbers.ts";
import type { Host, Part } from "../definition/definition.ts";
import { formatScore, type LaneLook, looksOf, readable, wordOf } from "./race-curves.ts";
import type { Lane } from "./race-lane.ts";
import { isRotary, MULTIPLES, READ, titleOf } from "./race-settings.ts";
import { type RaceShown, STRETCH_NAMES, scoresOf } from "./race-shown.ts";

/**
 * The words of one long text that a model is asked for, each of them right or wrong; dots before the model has read it.
 * @param reading - as `byPosition` of posenc/lab: 1 for a right word, 0 for a wrong one, NaN where none is asked for
 */
function lettersOf(shown: RaceShown, lane: Lane, reading: readonly number[] | undefined): HTMLElement {
  const { task } = shown.race.settings;
  const { readLength, finalLengths } = lane.plan;
  const { targets } = evaluationBatch(tasks[task], readLength, 0, 1, seedOf(lane.seed));
  const trained = tasks[task].tokens(finalLengths[0] as number);
  const places = Array.from(targets.keys()).filter((place) => (targets[place] as number) >= 0);
  const words = places.flatMap((place, index) => {
    const own = wordOf(task, targets[place] as number);
    const word = reading ? own : "·".repeat(own.length);
    const isRight = reading?.[place] === 1;
    const isFirst = place >= trained && index > 0 && (places[index - 1] as number) < trained;
    return [
      ...(isFirst ? [html("i", { class: "end" }, "┊")] : []),
      isRight || !reading ? html("span", {}, word) : html("s", {}, word),
      ...(word.length > 1 ? [" "] : []),
    ];
  });
  const right = places.filter((place) => reading?.[place] === 1).length;
  return html(
    "div",
    { class: reading ? "letters" : "letters unread" },
    html("samp", {}, ...words),
    html("small", {}, reading ? `${right} of ${places.length} right` : "no answers yet"),
  );
}

/**
 * The table of accuracies at 1, 2, 4 and 8 times the trained length, with a long text and the words in it that are right: a row
 * for each lane, and one for a stretched one.
 */

export function scoresTable(_figure: Host<object, RaceShown>): Part<RaceShown> {
  const head = html("tr");
  const body = html("tbody");
  const caption = html("caption");
  const element = html(
    "div",
    { class: "scores scroll", role: "group", tabindex: 0, "aria-label": "Accuracy by length" },
    html("table", { part: "table" }, caption, html("thead", {}, head), body),
  );
  let shownAs = "";
  return {
    element,
    show(shown) {
      const { race } = shown;
      // While models train, each frame has a new state, and most have the same numbers.
      const now = JSON.stringify([shown.key, shown.stretch, shown.factor, contentOf(shown)]);
      if (now === shownAs) return;
      shownAs = now;
      const seeds = 1 + race.repeats.length / race.lanes.length;
      const looks = looksOf(race.lanes.map(({ encoding }) => encoding));
      const shares =
        seeds === 1 ? "Right answers by length" : `Right answers by length, mean and range of ${seeds} seeds`;
      caption.textContent = `${shares}; 1× is the longest text in training. Below, each reads one text of ${READ}×.`;
      head.replaceChildren(...headings(race.lanes[0]));
      body.replaceChildren(
        ...race.lanes.flatMap((lane, index) => [
          laneRow(lane, looks[index] as LaneLook, race.repeats),
          lettersRow(shown, lane, lane.state.reading),
        ]),
        ...stretchedRows(shown, looks),
      );
    },
  };
}

/** All that the table depends on. */
function contentOf(shown: RaceShown): unknown {
  const { lanes, repeats } = shown.race;
  const rotary = lanes.find(({ encoding }) => isRotary(encoding));
  return [
    [...lanes, ...repeats].map((lane) => [lane.encoding, lane.state.reading, scoresOf(lane)]),
    rotary && shown.stretched.of(shown, rotary),
  ];
}

const headings = (lane: Lane | undefined): HTMLElement[] => [
  html("th", { scope: "col" }, "encoding"),
  ...MULTIPLES.map((times, n) =>
    html("th", { scope: "col" }, `${times}×`, html("small", {}, ` ${lane?.plan.finalLengths[n] ?? ""}`)),
  ),
];

/** A row in the colour of its lane's line. */
function rowOf(name: string, { colour }: LaneLook, cells: readonly HTMLElement[]): HTMLTableRowElement {
  const heading = html("th", { scope: "row" }, name);
  heading.style.color = readable(colour);
  return html("tr", {}, heading, ...cells);
}

const lettersRow = (
  shown: RaceShown,
  lane: Lane,
  reading: readonly number[] | undefined,
): HTMLTableRowElement =>
  html(
    "tr",
    { class: "text" },
    html("td", { colspan: 1 + MULTIPLES.length }, lettersOf(shown, lane, reading)),
  );

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

function laneRow(lane: Lane, look: LaneLook, repeats: readonly Lane[]): HTMLTableRowElement {
  const others = repeats.filter(({ encoding, state }) => encoding === lane.encoding && state.final);
  const all = [lane, ...others].map(scoresOf);
  return rowOf(
    titleOf(lane.encoding),
    look,
    MULTIPLES.map((_, n) => {
      const scores = all.map((own) => own[n] as number);
      const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
      const ends = [Math.min(...scores), Math.max(...scores)].map((score) => formatFixed(100 * score, 0));
      return cellOf(mean, others.length === 0 ? "" : ends.join("–"));
    }),
  );
}

/** Rows that are there as soon as a rotary lane is, so that nothing moves when they get their numbers. */
function stretchedRows(shown: RaceShown, looks: readonly LaneLook[]): HTMLTableRowElement[] {
  const index = shown.race.lanes.findIndex(({ encoding }) => isRotary(encoding));
  const lane = shown.race.lanes[index];
  if (lane === undefined) return [];
  const { stretch, factor } = shown;
  const rule = STRETCH_NAMES[stretch];
  const how = stretch === "none" || stretch === "cut" ? rule : `${rule} ${formatRough(factor)}×`;
  const { scores, reading, fault } = shown.stretched.of(shown, lane);
  const row = rowOf(
    `${titleOf(lane.encoding)}, ${how}`,
    looks[index] as LaneLook,
    MULTIPLES.map((_, n) => cellOf(scores?.[n] ?? Number.NaN)),
  );
  if (fault) row.title = fault;
  const rows = [row, lettersRow(shown, lane, reading)];
  for (const each of rows) each.classList.toggle("unasked", stretch === "none");
  return rows;
}
