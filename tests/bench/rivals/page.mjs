/** Measures one problem: everyone in turn, round after round, so that what else the machine does meets all alike. */
import { multiplyAdds } from "../limit.mjs";
import { allContenders } from "./contenders.mjs";
import { encoderError, encoderInputs } from "./encoder.mjs";
import { attentionError, matmulError, rotateError, softmaxError, tableError } from "./exact.mjs";
import { attentionInputs, matmulInputs, rotateInputs, softmaxInputs } from "./problems.mjs";

const SLICE = 20; // ms a turn at least: the clock of a page that is not isolated has a grain of 0.1 ms
const ROUNDS = { least: 5, most: 21 };
const BUDGET = 3000; // ms for the rounds of one problem, once there are the least

/** @typedef {{ name: string, ms: number, error: number }} Result */
/** @typedef {{ name: string, work: import("./problems.mjs").Work, error: number, calls: number, times: number[] }} Entrant */

const contenders = allContenders();

/** @param {import("./problems.mjs").Work} work @param {number} calls @returns {Promise<number>} ms a call */
async function turn({ run }, calls) {
  const begin = performance.now();
  for (let i = 0; i < calls; i++) {
    const result = run();
    if (result instanceof Promise) await result;
  }
  return (performance.now() - begin) / calls;
}

/** As many calls as fill a slice, found by doubling, which also warms everything up. @param {import("./problems.mjs").Work} work */
async function callsInSlice(work) {
  for (let calls = 1; ; calls *= 2) {
    const ms = await turn(work, calls);
    if (ms * calls >= SLICE) return Math.ceil(SLICE / ms);
  }
}

/** @param {number[]} times */
const median = (times) => times.sort((a, b) => a - b)[times.length >> 1] ?? Number.NaN;

/** @param {Entrant[]} entrants @returns {Promise<Result[]>} */
async function race(entrants) {
  const begin = performance.now();
  for (let round = 0; round < ROUNDS.most; round++) {
    if (round >= ROUNDS.least && performance.now() - begin > BUDGET) break;
    for (const { work, calls, times } of entrants) times.push(await turn(work, calls));
  }
  for (const { work } of entrants) await work.release?.();
  return entrants.map(({ name, error, times }) => ({ name, error, ms: median(times) }));
}

/**
 * @param {"attention" | "table" | "matmul" | "softmax" | "rotate" | "encoder"} task
 * @param {object} problem
 * @param {(output: Float32Array, halves: boolean) => number} errorOf
 * @param {{ name: string, work: import("./problems.mjs").Work }[]} others who make no output
 */
async function compare(task, problem, errorOf, others = []) {
  /** @type {Entrant[]} */
  const entrants = [];
  for (const { name, [task]: prepare } of await contenders) {
    if (prepare === undefined) continue;
    const work = await prepare(problem);
    const error = errorOf(await work.run(), work.halves ?? false);
    entrants.push({ name, work, error, calls: await callsInSlice(work), times: [] });
  }
  for (const { name, work } of others)
    entrants.push({ name, work, error: Number.NaN, calls: await callsInSlice(work), times: [] });
  return race(entrants);
}

/** @param {import("./problems.mjs").AttentionProblem} problem */
export function measureAttention(problem) {
  const inputs = attentionInputs(problem);
  return compare("attention", inputs, attentionError(inputs));
}

/** @param {import("./problems.mjs").TableProblem} problem */
export const measureTable = (problem) => compare("table", problem, tableError(problem));

/** With as many multiply-adds that wait for nothing: the limit of the machine. @param {import("./problems.mjs").SquareProblem} problem */
export async function measureMatmul(problem) {
  const inputs = matmulInputs(problem);
  const limit = { name: "multiply-adds alone", work: await multiplyAdds(problem.size ** 3) };
  return compare("matmul", inputs, matmulError(inputs), [limit]);
}

/** @param {import("./problems.mjs").SquareProblem} problem */
export function measureSoftmax(problem) {
  const inputs = softmaxInputs(problem);
  return compare("softmax", inputs, softmaxError(inputs));
}

/** @param {import("./problems.mjs").RotateProblem} problem */
export function measureRotate(problem) {
  const inputs = rotateInputs(problem);
  return compare("rotate", inputs, rotateError(inputs));
}

/** @param {import("./encoder.mjs").EncoderProblem} problem */
export function measureEncoder(problem) {
  const inputs = encoderInputs(problem);
  return compare("encoder", inputs, encoderError(inputs));
}
