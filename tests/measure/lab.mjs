/**
 * `npm run lab [-- --jobs=N] [-- --seeds=N] [-- --only=ENCODINGS] [-- --write]`: trains the published table of the lab, or the
 * rows of some encodings, such as --only=alibi,t5; all others stay as they are published.
 *
 * Each run that ends has a file in build/lab, so that the command goes on where it was ended. The results do not depend on the
 * machine's speed. At the end, or with --write at once, the runs that there are become web/site/lab/results.json. Jobs are
 * processes of one thread; the default is one for each two processors.
 */
import { fork } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Failure, ROOT, run, runMain } from "../../tools/process.mjs";
import { allRuns, ENCODINGS, SEEDS, SETTINGS } from "./lab/plan.mjs";
import { resultsOf } from "./lab/results.mjs";

/** @typedef {import("./lab/plan.mjs").Run} Run */
/** @typedef {import("./lab/results.mjs").Finished} Finished */

const FOLDER = join(ROOT, "build/lab");
const RESULTS = join(ROOT, "web/site/lab/results.json");

/** @param {Run} run */
const nameOf = ({ task, encoding, seed }) => `${task}-${encoding}-${seed}.json`;

/** The runs of these settings that ended, by name. @returns {Map<string, Finished>} */
function finished() {
  mkdirSync(FOLDER, { recursive: true });
  const due = JSON.stringify(SETTINGS);
  const all = readdirSync(FOLDER).map((name) => JSON.parse(readFileSync(join(FOLDER, name), "utf8")));
  return new Map(
    all.filter(({ settings }) => JSON.stringify(settings) === due).map((one) => [nameOf(one), one]),
  );
}

/** @param {Run} run @param {object} result */
function keep(run, result) {
  const date = new Date().toISOString().slice(0, 10);
  const machine = { processor: cpus()[0]?.model ?? "not known", node: process.version };
  const whole = { ...run, ...result, date, machine, settings: SETTINGS };
  writeFileSync(join(FOLDER, nameOf(run)), `${JSON.stringify(whole)}\n`);
}

/** @param {number} count @param {string} option @param {number} most */
function checkCount(count, option, most) {
  if (Number.isInteger(count) && count >= 1 && count <= most) return count;
  throw new Failure(`--${option} is a whole number from 1 to ${most}`);
}

/** @param {string | undefined} only */
function checkEncodings(only) {
  if (only === undefined) return ENCODINGS;
  const names = only.split(",");
  const strange = names.find((name) => !ENCODINGS.some((encoding) => encoding === name));
  if (strange === undefined) return ENCODINGS.filter((encoding) => names.includes(encoding));
  throw new Failure(`--only has ${strange}, and the encodings are ${ENCODINGS.join(", ")}`);
}

/** The table that is in the repository, whose rows may stay if the settings are the same. */
function publishedResults() {
  const results = JSON.parse(readFileSync(RESULTS, "utf8"));
  const same = Object.entries(SETTINGS).every(
    ([name, value]) => JSON.stringify(results[name]) === JSON.stringify(value),
  );
  if (same) return results;
  throw new Failure("the published table has other settings: train all encodings, without --only");
}

/** Tells after each run what is left. @param {number} count @param {number} jobs */
function progress(count, jobs) {
  const started = performance.now();
  let done = 0;
  return (
    /** @type {Run} */ run,
    /** @type {{ accuracy: { trained: number[] }, seconds: number }} */ result,
  ) => {
    done++;
    const left = ((performance.now() - started) / done / 60_000) * (count - done);
    const accuracy = result.accuracy.trained.map((share) => share.toFixed(3)).join(" ");
    const place = `${run.task}, ${run.encoding}, seed ${run.seed}`.padEnd(32);
    console.log(
      `${done}/${count}  ${place} ${accuracy}  ${result.seconds} s; ${Math.ceil(left)} min left (${jobs} jobs)`,
    );
  };
}

/** Trains in one process until no run is left. @param {Run[]} queue @param {(run: Run, result: any) => void} ended */
function trainIn(queue, ended) {
  return /** @type {Promise<void>} */ (
    new Promise((resolve, reject) => {
      const child = fork(join(ROOT, "tests/measure/lab/worker.mjs"));
      let run = queue.shift();
      const send = () => (run === undefined ? child.disconnect() : child.send(run));
      child.on("message", (result) => {
        ended(/** @type {Run} */ (run), result);
        run = queue.shift();
        send();
      });
      child.on("error", reject);
      child.on("exit", (status) =>
        run === undefined ? resolve() : reject(new Failure(`${nameOf(run)} ended with ${status}`)),
      );
      send();
    })
  );
}

await runMain(async () => {
  const { values } = parseArgs({
    options: {
      jobs: { type: "string" },
      seeds: { type: "string" },
      only: { type: "string" },
      write: { type: "boolean" },
    },
  });
  const jobs = checkCount(Number(values.jobs ?? Math.ceil(cpus().length / 2)), "jobs", 256);
  const only = checkEncodings(values.only);
  const seeds = checkCount(Number(values.seeds ?? SEEDS), "seeds", 1000);
  const runs = allRuns(seeds).filter(({ encoding }) => only.includes(encoding));
  const published = values.only === undefined ? undefined : publishedResults();
  const before = finished();
  const queue = runs.filter((run) => !before.has(nameOf(run)));
  if (!values.write && queue.length > 0) {
    console.log(`${queue.length} of ${runs.length} models to train`);
    const tell = progress(queue.length, jobs);
    /** @param {Run} run @param {any} result */
    const ended = (run, result) => {
      keep(run, result);
      tell(run, result);
    };
    await Promise.all(Array.from({ length: Math.min(jobs, queue.length) }, () => trainIn(queue, ended)));
  }
  const all = finished();
  const ready = runs.flatMap((run) => all.get(nameOf(run)) ?? []);
  writeFileSync(RESULTS, `${JSON.stringify(resultsOf(ready, runs, published), undefined, 2)}\n`);
  const biome = join(ROOT, "node_modules/@biomejs/biome/bin/biome");
  await run(process.execPath, [biome, "format", "--write", RESULTS]); // as all files of the repository
  console.log(`${ready.length} of ${runs.length} runs are in ${RESULTS.slice(ROOT.length + 1)}`);
});
