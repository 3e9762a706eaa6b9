/**
 * The long run: `main(["--seed=1", "--share=0.01", "configs"])` gives each target, or the targets that are named, its inputs. A
 * worker reads them; this thread looks on, so that an input without an end is seen, and reports it by its number.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { inputOf, targets } from "./targets.ts";

/** The most that an input may take. */
const mostSeconds = 2;
const mostMegabytes = 256;
/** Of processor time without a new input: a collection of garbage may fall on any of them. */
const hangingSeconds = 30;

interface Task {
  name: string;
  seed: number;
  /** The number of the first input, and of the one after the last. */
  first: number;
  inputs: number;
  /** The number of the input that is read now. */
  current: SharedArrayBuffer;
}

interface Result {
  target: string;
  inputs: number;
  faults: string[];
  /** How often each answer was given, in targets that count them. */
  answers: Record<string, number>;
  /** The longest that an input took, in seconds, and the most that an input added to the memory of the process. */
  slowest: number;
  megabytes: number;
}

const nothing: Result = { target: "", inputs: 0, faults: [], answers: {}, slowest: 0, megabytes: 0 };
const mostFaults = 100;

/** The results of a target before and after an input that ended its worker. */
function joined(one: Result, next: Result): Result {
  const answers = { ...one.answers };
  for (const [answer, times] of Object.entries(next.answers))
    answers[answer] = (answers[answer] ?? 0) + times;
  return {
    ...next,
    answers,
    faults: [...one.faults, ...next.faults].slice(0, mostFaults),
    slowest: Math.max(one.slowest, next.slowest),
    megabytes: Math.max(one.megabytes, next.megabytes),
  };
}

const processorSeconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};
async function processorTime(run: () => Promise<unknown>): Promise<number> {
  const start = processorSeconds();
  await run();
  return processorSeconds() - start;
}
const peakMegabytes = () => process.resourceUsage().maxRSS / 1024;

/** @param report Takes each fault at once: a later input may have no end. */
async function readAll({ name, seed, first, inputs, current }: Task, report: (fault: string) => void) {
  const target = targets[name]!;
  const at = new Int32Array(current);
  const result: Result = { ...nothing, target: name, inputs, answers: {} };
  const count = (answer: string) => {
    result.answers[answer] = (result.answers[answer] ?? 0) + 1;
  };
  for (let input = first; input < inputs; input++) {
    Atomics.store(at, 0, input);
    const given = inputOf(target, seed, input);
    const [start, megabytes] = [performance.now(), peakMegabytes()];
    let fault = await target.faultOf(given as never, count);
    let took = (performance.now() - start) / 1000; // at least the processor's time
    const grew = peakMegabytes() - megabytes;
    if (took > mostSeconds) took = await processorTime(() => target.faultOf(given as never, () => {}));
    if (took > mostSeconds || grew > mostMegabytes) fault ??= `${took.toFixed(1)} s, ${grew.toFixed(0)} MB`;
    result.slowest = Math.max(result.slowest, took);
    result.megabytes = Math.max(result.megabytes, grew);
    if (fault !== undefined) report(`${name} ${input}: ${fault}`);
  }
  return result;
}

/** Runs a worker to its end, or until it hangs or has no more memory. */
function run(task: Task): Promise<Result> {
  const at = new Int32Array(task.current);
  const worker = new Worker(new URL(import.meta.url), {
    workerData: task,
    // New objects have room enough to die there: a quarter of the time was spent on moving them.
    resourceLimits: { maxOldGenerationSizeMb: mostMegabytes, maxYoungGenerationSizeMb: 64 },
  });
  return new Promise((resolve) => {
    let [last, since] = [-1, processorSeconds()];
    const faults: string[] = [];
    const end = (fault: string) => {
      clearInterval(watch);
      void worker.terminate();
      const last = `${task.name} ${at[0]}: ${fault}; figures of the inputs from ${task.first} on are lost`;
      resolve({ ...nothing, target: task.name, inputs: at[0]! + 1, faults: [...faults, last] });
    };
    const watch = setInterval(() => {
      if (at[0] !== last) [last, since] = [at[0]!, processorSeconds()];
      else if (processorSeconds() - since > hangingSeconds) end(`no end after ${hangingSeconds} s`);
    }, 1000);
    worker.on("message", (message: Result | string) => {
      if (typeof message === "string") faults.push(message);
      else {
        clearInterval(watch);
        resolve({ ...message, faults });
      }
    });
    worker.on("error", (error) => end(`the worker ended: ${error.message}`));
  });
}

/** @returns whether nothing was found */
export async function main(words: readonly string[], folder: string): Promise<boolean> {
  const option = (name: string, otherwise: number) =>
    Number(words.find((word) => word.startsWith(`--${name}=`))?.split("=")[1] ?? otherwise);
  const [seed, share] = [option("seed", 1), option("share", 1)];
  const names = Object.keys(targets).filter(
    (name) => words.includes(name) || !words.some((word) => Object.hasOwn(targets, word)),
  );
  const results: Result[] = [];
  for (const name of names) {
    const inputs = Math.ceil(share * targets[name]!.inputs);
    const start = performance.now();
    let result = nothing;
    while (result.inputs < inputs && result.faults.length < mostFaults) {
      const first = result.inputs;
      const current = new SharedArrayBuffer(4);
      new Int32Array(current)[0] = first;
      result = joined(result, await run({ name, seed, first, inputs, current }));
    }
    results.push(result);
    const { faults, answers, slowest, megabytes } = result;
    const counts = Object.entries(answers).map(([answer, times]) => `${answer} ${times}, `);
    const figures = `${counts.join("")}slowest ${slowest.toFixed(2)} s, largest ${megabytes.toFixed(0)} MB`;
    console.log(
      `${name}: ${result.inputs} inputs in ${((performance.now() - start) / 1000).toFixed(0)} s, ${figures}, ${faults.length} faults`,
    );
    for (const fault of faults) console.log(`  ${fault}`);
  }
  const machine = { processor: cpus()[0]?.model, processors: availableParallelism(), node: process.version };
  const summary = { date: new Date().toISOString().slice(0, 10), seed, ...machine, results };
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/summary.json`, `${JSON.stringify(summary, null, 2)}\n`);
  return results.every(({ faults }) => faults.length === 0);
}

if (!isMainThread)
  parentPort!.postMessage(await readAll(workerData as Task, (fault) => parentPort!.postMessage(fault)));
