import { tasks } from "../../../src/api/lab/tasks.ts";
import { formatFixed, formatInteger, formatPercent, formatSmall } from "../../plot/numbers.ts";
import type { Cell } from "../definition/cell-cursor.ts";
import { titleOf } from "./lane-encoding.ts";
import { MULTIPLES, TASKS } from "./race-settings.ts";
import { columnsOf, guessOf, numberAt, type RaceShown, rowAt, scoresOf } from "./race-shown.ts";

/** The race in words. */

export const formatScore = (accuracy: number): string =>
  Number.isNaN(accuracy) ? "–" : formatFixed(accuracy, 2);

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
  return `Loss and accuracy by test length while models with ${names} learn the task ${TASKS[settings.task]}: ${far}.`;
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
  return `${task} ${[2, 8].map((times) => verdictAt(shown, times)).join(" ")} ${faults.join(" ")}`;
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
  return `On texts ${times} times as long, ${best.name} gets ${all} right${others}. Guessing gets ${formatPercent(guessOf(shown))}.`;
}

/** The models that failed by themselves, and the ones that an error has stopped, each error once. */
function faultsOf({ lanes, isFinished, isStopped }: RaceShown["race"]): string[] {
  const own = lanes.flatMap(({ encoding, state: { failure } }) =>
    failure === undefined ? [] : [`${titleOf(encoding)} ${failure}.`],
  );
  const faults = new Set(lanes.flatMap(({ fault }) => fault ?? []));
  const stopped = [...faults].map((fault) => {
    const names = lanes.filter((lane) => lane.fault === fault).map(({ encoding }) => titleOf(encoding));
    const sentence = fault.trimEnd();
    return `Not trained: ${names.join(", ")}. ${sentence}${sentence.endsWith(".") ? "" : "."}`;
  });
  return [...own, ...stopped, ...(isStopped && isFinished ? ["Press Retry to try again."] : [])];
}

/** A number of the picture in words. */
export function describeCell(shown: RaceShown, { row, column }: Cell): string {
  const { lane, what } = rowAt(shown, row);
  const step = formatInteger(columnsOf(shown)[column] ?? 0);
  const value = numberAt(shown, row, column);
  const name = titleOf(lane.encoding);
  if (what === "loss")
    return Number.isNaN(value)
      ? `${name}, step ${step}: not reached yet`
      : `${name}, step ${step}: loss ${formatSmall(value)} nats per answer, the mean since the previous test`;
  const times = formatFixed(what / (lane.plan.finalLengths[0] as number), 1).replace(".0", "");
  const length = `length ${what}, ${times}× the longest trained length`;
  return Number.isNaN(value)
    ? `${name}, step ${step}, ${length}: not tested yet`
    : `${name}, step ${step}, ${length}: ${formatPercent(value)} of the answers are right (guessing gets ${formatPercent(guessOf(shown))})`;
}
