/**
 * Set-up: installs everything that a build or a test run needs, once; later runs only check it.
 *
 *   node tools/setup.mjs [build | test | bench | native | fuzz]
 */
import { pathToFileURL } from "node:url";
import { Failure, runMain } from "./process.mjs";
import { emscriptenReady, provideEmscripten } from "./setup/emscripten.mjs";
import { TOOLCHAIN } from "./setup/folder.mjs";
import { exclusively } from "./setup/lock.mjs";
import { installPrograms, missingPrograms, NEEDS } from "./setup/machine.mjs";
import { installNpmPackages, npmPackagesReady } from "./setup/npm-packages.mjs";
import { provideSources, sourcesReady } from "./setup/sources.mjs";
import { buildSystemLibraries, systemLibrariesReady } from "./setup/system-libraries.mjs";

const OLDEST_NODE = 20;

/** @typedef {import("./setup/machine.mjs").Need} Need */
/**
 * @typedef {object} Step
 * @property {string} title
 * @property {() => boolean | Promise<boolean>} ready
 * @property {(say: (message: string) => void) => Promise<void>} make
 */

/**
 * Stages follow each other; the steps of a stage run side by side.
 * @param {Need} need
 * @returns {Step[][]}
 */
function stages(need) {
  return [
    [
      {
        title: "programs of this machine",
        ready: () => missingPrograms(need).length === 0,
        make: () => installPrograms(need),
      },
    ],
    [
      { title: "npm packages", ready: npmPackagesReady, make: installNpmPackages },
      { title: "Emscripten", ready: emscriptenReady, make: provideEmscripten },
      { title: "xsimd, Catch2 and nlohmann/json", ready: sourcesReady, make: provideSources },
    ],
    [
      {
        title: "Emscripten's system libraries",
        ready: systemLibrariesReady,
        make: buildSystemLibraries,
      },
    ],
  ];
}

/**
 * Runs the steps that `need` requires and that are not done on this machine.
 * @param {Need} need
 * @throws {Failure} if the reader has to do something first
 */
export async function setUp(need) {
  if (Number(process.versions.node.split(".")[0]) < OLDEST_NODE) {
    throw new Failure(`Node ${process.versions.node} is too old: install Node ${OLDEST_NODE} or later`);
  }
  const all = stages(need);
  for (const step of all.flat())
    if (!(await step.ready())) return exclusively(TOOLCHAIN, () => makeMissing(all));
}

/** @param {readonly Step[][]} all */
async function makeMissing(all) {
  const order = all.flat();
  /** @param {Step} step */
  const make = async (step) => {
    if (await step.ready()) return;
    console.log(`[${order.indexOf(step) + 1}/${order.length}] ${step.title}`);
    await step.make((message) => console.log(`      ${step.title}: ${message}`));
  };
  for (const stage of all) {
    const ends = await Promise.allSettled(stage.map(make)); // none may go on after a failure has been reported
    for (const end of ends) if (end.status === "rejected") throw end.reason;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await runMain(async () => {
    const word = process.argv[2] ?? "build";
    const need = NEEDS.find((name) => name === word);
    if (need === undefined) throw new Failure(`unknown need "${word}"; there are: ${NEEDS.join(", ")}`);
    await setUp(need);
    console.log(`Set up for ${need}.`);
  });
}
