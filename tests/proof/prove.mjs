/**
 * `npm run prove [-- "<spec>"] [-- --<option>=<value>…]`: compares every entry of a table of sines and cosines with independent
 * arithmetic of 320 bits (tests/proof). Without more, the paper's table of width 512 for all positions below 2^24.
 *
 *   <spec>        as in links: "dModel=64&base=500000&layout=halves", "preset=fairseq&dModel=512"; a table of plain RoPE is
 *                 one in halves
 *   --from --to   positions, the last one excluded
 *   --threads     default: the number of processors
 *   --call-rows   rows of one call of the kernel; default 1024, after which it begins anew anyway
 *   --again       forgets what an earlier run has done
 *
 * What is done is kept in build/proof, so that a run that was stopped goes on; a summary stands there at the end.
 */
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { buildCpp } from "../../tools/build/cpp.mjs";
import { buildAll } from "../../tools/build.mjs";
import { Failure, run, runMain } from "../../tools/process.mjs";
import { setUp } from "../../tools/setup.mjs";
import { Progress } from "./progress.mjs";
import { openRecord } from "./record.mjs";
import { tableOf } from "./table.mjs";

/** Rows that the program proves at a time and reports by one line. */
const STRETCH_ROWS = 65_536;
const FARTHEST = 2 ** 53 - STRETCH_ROWS;

/** @param {string} arg @returns {[name: string, value: string]} */
function splitOption(arg) {
  const [name = "", value = "1"] = arg.split("=");
  return [name, value];
}

/** @param {readonly string[]} args */
function readArguments(args) {
  const options = new Map(args.filter((arg) => arg.startsWith("--")).map(splitOption));
  const known = { from: 0, to: 2 ** 24, threads: availableParallelism(), "call-rows": 1024, again: 0 };
  const unknown = [...options.keys()].find((name) => !Object.hasOwn(known, name.slice(2)));
  if (unknown !== undefined)
    throw new Failure(`${unknown} is no option; there are: --${Object.keys(known).join(", --")}`);
  /** @param {keyof typeof known} name @param {number} least */
  const integer = (name, least) => {
    const value = Number(options.get(`--${name}`) ?? known[name]);
    if (Number.isInteger(value) && value >= least && value <= FARTHEST) return value;
    throw new Failure(
      `--${name} must be an integer from ${least} to ${FARTHEST}; got ${options.get(`--${name}`)}`,
    );
  };
  const from = integer("from", -FARTHEST);
  return {
    text: args.find((arg) => !arg.startsWith("--")) ?? "dModel=512",
    from,
    to: integer("to", from + 1),
    threads: integer("threads", 1),
    callRows: integer("call-rows", 1),
    again: integer("again", 0) !== 0,
  };
}

await runMain(async () => {
  const { text, from, to, threads, callRows, again } = readArguments(process.argv.slice(2));
  await setUp("native");
  await buildAll();
  const table = await tableOf(text);
  const folder = await buildCpp("bench", ["prove"]);

  const stretches = Math.ceil((to - from) / STRETCH_ROWS);
  const record = openRecord({ spec: table.text, from, to, callRows }, stretches, again);
  const progress = new Progress((to - from) * (table.numbers.sines + table.numbers.cosines), record.entries);
  const given = {
    ...table.numbers,
    from,
    rows: to - from,
    "call-rows": callRows,
    threads,
    skip: record.doneList(),
  };
  const args = Object.entries(given).map(([name, value]) => `--${name}=${value}`);
  console.log(
    `Proving ${table.text}, positions ${from} to ${to - 1}${record.entries > 0 ? ", where it stopped" : ""}`,
  );
  const { status, output } = await run(join(folder, "prove"), args, {
    mayFail: true,
    onLine: (line) => {
      record.add(line);
      progress.show(record.entries, record.faults.length);
    },
  });
  progress.end();
  if (!record.isComplete()) throw new Failure(`the proof ended early (status ${status})`, output);
  const summary = record.summarise(threads);
  console.log(`${summary.entries} entries, ${summary.faults.length} not the nearest float; \
${summary.computedAlone} needed 320 bits; ${summary.seconds} s; hash ${summary.hash}
${record.summaryFile}`);
  if (summary.faults.length > 0) throw new Failure("entries are wrong", summary.faults.join("\n"));
});
