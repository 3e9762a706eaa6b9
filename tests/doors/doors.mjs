/**
 * `npm run doors`: what people do with posenc who have Python and no package of ours. In an empty virtual environment it runs what
 * the page "From Python" shows: the notebook, whose figure it draws in Chromium, the test with pytest, the reader of the conformance
 * kit, and the program.
 *
 * It needs Python 3.11, Chromium and the network, and makes the environment in build/doors.
 */
import { accessSync, constants, mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "playwright-core";
import { buildAll } from "../../tools/build.mjs";
import { Failure, ROOT, run, runMain } from "../../tools/process.mjs";

const HERE = join(ROOT, "tests/doors");
const WORK = join(ROOT, "build/doors");
const PYTHON = join(WORK, "venv/bin/python");
const GUIDES = join(ROOT, "web/site/reference/guides");
const KIT = join(ROOT, "tests/kit");
/** Python leaves no folders of its own beside the guides, which the site's build reads. */
const CLEAN = { PYTHONDONTWRITEBYTECODE: "1" };
const BROWSERS = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome-stable"];

/** An environment with nothing in it, and a folder where the package is installed as npm does. */
async function makeEnvironment() {
  rmSync(WORK, { recursive: true, force: true });
  mkdirSync(join(WORK, "node_modules/.bin"), { recursive: true });
  symlinkSync(ROOT, join(WORK, "node_modules/posenc"));
  symlinkSync("../posenc/dist/posenc.js", join(WORK, "node_modules/.bin/posenc"));
  await run("python3", ["-m", "venv", join(WORK, "venv")]);
  await run(PYTHON, ["-m", "pip", "install", "--quiet", "-r", join(HERE, "requirements.txt")], {
    show: true,
  });
}

/** @returns {string} the path of a browser */
function browser() {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const found = BROWSERS.flatMap((name) => folders.map((folder) => join(folder, name))).find((file) => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
  if (found === undefined) throw new Failure(`not on the PATH: ${BROWSERS.join(", ")}`);
  return found;
}

/** @typedef {{ state: Record<string, any> }} Widget */

/** Shows the widget that the notebook made, from its saved state alone. @param {Widget} widget */
async function show({ state }) {
  const started = await chromium.launch({
    executablePath: browser(),
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  });
  try {
    const page = await started.newPage();
    await page.setContent("<!doctype html><main></main>");
    return await page.evaluate(async ({ _esm: code, ...traits }) => {
      const address = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
      const { default: widget } = await import(address);
      const model = {
        get: (/** @type {string} */ name) => traits[name],
        set() {},
        save_changes() {},
        on() {},
        off() {},
      };
      const el = /** @type {HTMLElement} */ (document.querySelector("main"));
      const ready = new Promise((resolve, reject) => {
        el.addEventListener("pe-ready", resolve, { capture: true });
        el.addEventListener(
          "pe-error",
          (event) => reject(new Error(JSON.stringify(/** @type {CustomEvent} */ (event).detail))),
          {
            capture: true,
          },
        );
      });
      widget.render({ model, el });
      await ready;
      const figure = /** @type {any} */ (el.firstElementChild);
      return { tag: figure.localName, dModel: figure.dModel, height: el.clientHeight };
    }, state);
  } finally {
    await started.close();
  }
}

await runMain(async () => {
  await buildAll();
  await makeEnvironment();
  const target = join(WORK, "shown.json");
  await run(PYTHON, [join(HERE, "run_notebook.py"), join(GUIDES, "figure.ipynb"), target], {
    cwd: WORK,
    show: true,
  });
  const { widgets, printed } = JSON.parse(readFileSync(target, "utf8"));
  if (widgets.length !== 1)
    throw new Failure(`the notebook shows ${widgets.length} widgets; it must show one`);
  const shown = await show(widgets[0]);
  if (shown.tag !== "pe-heatmap" || shown.dModel !== 64 || shown.height < 100)
    throw new Failure(`the figure of the notebook is ${JSON.stringify(shown)}`);
  console.log(
    `Notebook: <${shown.tag}> with ${shown.dModel} columns, ${shown.height} px high; ${printed.join(" ")}`,
  );
  const test = join(GUIDES, "test_rotation.py");
  const pytest = ["-m", "pytest", "--quiet", "-p", "no:cacheprovider"];
  await run(PYTHON, [...pytest, test], { cwd: WORK, show: true, env: CLEAN });
  const env = {
    ...CLEAN,
    KIT: join(ROOT, "tests/fixtures/kit"),
    KIT_ENGINE: "naive_engine",
    PYTHONPATH: KIT,
  };
  await run(PYTHON, [...pytest, join(KIT, "test_kit.py")], { cwd: WORK, show: true, env });
  await run(PYTHON, [join(GUIDES, "models.py")], { cwd: WORK, show: true, env: CLEAN });
});
