import { tasks } from "../../../src/api/lab/tasks.ts";
import type { TaskName } from "../../../src/entries/lab.ts";
import { formatFixed, formatInteger, formatPercent, formatRough } from "../../plot/numbers.ts";
import type { Cell } from "../definition/cell-cursor.ts";
import { isRotary, titleOf } from "./lane-encoding.ts";
import { MULTIPLES } from "./race-settings.ts";
import { guessOf, lengthsOf, type RaceShown, scoreAt, scoresOf } from "./race-shown.ts";
import { STRETCH_NAMES } from "./race-stretched.ts";

/** A word of a task by its number. */
export const wordOf = (task: TaskName, token: number): string => tasks[task].words[token] ?? "?";

/** The most words of an example. */
const MOST = 64;

/** The numbers of the words of a text. Throws a sentence for the reader. */
export function readWords(task: TaskName, text: string): number[] {
  const { words } = tasks[task];
  const isSpelled = words.every((word) => word.length === 1);
  const parts = isSpelled ? [...text.replaceAll(/\s/g, "")] : text.split(/\s+/).filter(Boolean);
  if (parts.length < 1 || parts.length > MOST)
    throw new RangeError(`Type 1 to ${MOST} words; got ${parts.length}.`);
  return parts.map((part) => {
    const token = words.indexOf(part);
    if (token < 0)
      throw new RangeError(`"${part}" is not a word of this task; its words are ${words.join(" ")}.`);
    return token;
  });
}

/** The race in words. */

export const formatScore = (accuracy: number): string =>
  Number.isNaN(accuracy) ? "–" : `${formatFixed(100 * accuracy, 0)} %`;

/** The smallest number of steps that a lane has taken. */
const slowest = ({ race: { lanes } }: RaceShown): number =>
  Math.min(...lanes.map(({ state }) => state.steps));

/** The race and its progress. */
export function label(shown: RaceShown): string {
  const { settings, lanes, isFinished } = shown.race;
  const names = lanes.map(({ encoding }) => titleOf(encoding)).join(", ");
  const far = isFinished
    ? "finished"
    : `${formatInteger(slowest(shown))} of ${formatInteger(settings.steps)} steps`;
  return `Right answers by the length of the text, while models with ${names} learn the task ${tasks[settings.task].title}: ${far}.`;
}

/** The whole picture in words. */
export function describeRace(shown: RaceShown): string {
  const { race } = shown;
  const { settings } = race;
  const { description, lengths } = tasks[settings.task];
  const [from, to] = lengths;
  const task = `${description} Trained on lengths ${from} to ${to}, tested up to ${8 * to}.`;
  const faults = faultsOf(race);
  if (!race.isBegun && !race.isRunning && faults.length === 0) return `${task} Press Train.`;
  if (!race.isFinished) {
    const state = race.isRunning ? "" : ", paused";
    return `${task} Step ${formatInteger(slowest(shown))} of ${formatInteger(settings.steps)}${state}. ${faults.join(" ")}`;
  }
  const verdicts = [2, 8].map((times) => verdictAt(shown, times)).join(" ");
  const guess = `Guessing gets ${formatPercent(guessOf(shown))}.`;
  return `${task} ${verdicts} ${guess} ${stretchedVerdict(shown)} ${faults.join(" ")}`;
}

/** What a rule for longer texts changes for the trained rotary model, at the length where it changes most. */
function stretchedVerdict(shown: RaceShown): string {
  const lane = shown.race.lanes.find(({ encoding }) => isRotary(encoding));
  const { scores } = lane ? shown.stretched.of(shown, lane) : {};
  if (!lane || !scores) return "";
  const own = scoresOf(lane);
  const gains = scores.map((score, n) => Math.abs(score - (own[n] as number)));
  const most = gains.indexOf(Math.max(...gains));
  const [from, to] = [own[most] as number, scores[most] as number];
  const { stretch, factor } = shown;
  const rule = stretch === "cut" ? "The cut" : `${STRETCH_NAMES[stretch]} × ${formatRough(factor)}`;
  const name = titleOf(lane.encoding);
  if (formatPercent(from) === formatPercent(to)) return `${rule} changes nothing for ${name}.`;
  const where = MULTIPLES[most] === 1 ? "the trained length" : `texts ${MULTIPLES[most]} times as long`;
  return `${rule} ${to > from ? "lifts" : "lowers"} ${name} from ${formatPercent(from)} to ${formatPercent(to)} on ${where}, without training it again.`;
}

/** The best and the worst lane at a multiple of the trained length. */
function verdictAt(shown: RaceShown, times: number): string {
  const at = MULTIPLES.indexOf(times as 1);
  const scores = shown.race.lanes
    .map((lane) => ({ name: titleOf(lane.encoding), score: scoresOf(lane)[at] as number }))
    .filter(({ score }) => !Number.isNaN(score))
    .sort((a, b) => b.score - a.score);
  const [best, worst] = [scores[0], scores.at(-1)];
  if (!best || !worst) return "";
  const all = best.score === 1 ? "every answer" : `${formatPercent(best.score)} of the answers`;
  const others = scores.length > 1 ? `; ${worst.name} gets ${formatPercent(worst.score)}` : "";
  return `On texts ${times} times as long, ${best.name} gets ${all} right${others}.`;
}

/** The models that failed by themselves, and the ones that an error has stopped, each error once. */
function faultsOf({ lanes, isStopped }: RaceShown["race"]): string[] {
  const own = lanes.flatMap(({ encoding, state: { failure } }) =>
    failure === undefined ? [] : [`${titleOf(encoding)} ${failure}.`],
  );
  const faults = new Set(lanes.flatMap(({ fault }) => fault ?? []));
  const stopped = [...faults].map((fault) => {
    const names = lanes.filter((lane) => lane.fault === fault).map(({ encoding }) => titleOf(encoding));
    const sentence = fault.trimEnd();
    return `Not trained: ${names.join(", ")}. ${sentence}${sentence.endsWith(".") ? "" : "."}`;
  });
  return [...own, ...stopped, ...(isStopped ? ["Press Retry to try again."] : [])];
}

/** A number of the picture in words. */
export function describeCell(shown: RaceShown, { row, column }: Cell): string {
  const lane = shown.race.lanes[row];
  const length = lengthsOf(shown)[column];
  if (!lane || length === undefined) return "";
  const name = titleOf(lane.encoding);
  const times = formatFixed(length / (lane.plan.finalLengths[0] as number), 1).replace(".0", "");
  const where = `${name}, length ${length}, ${times}× the longest trained length`;
  const score = scoreAt(lane, length);
  return Number.isNaN(score)
    ? `${where}: not tested yet`
    : `${where}: ${formatPercent(score)} of the answers are right (guessing gets ${formatPercent(guessOf(shown))})`;
}
