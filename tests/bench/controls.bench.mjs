/**
 * Each figure's longest tasks in Chromium's own trace, in ms of processor time: its first drawing, and the slowest answer to
 * a control when every slider, choice and box in it is moved.
 *
 *   npm run bench -- controls
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { harness } from "./harness.mjs";

const REST = 300; // ms after a change, so that its tasks are over

/** @typedef {{ name: string, ts: number, dur?: number, tdur?: number, pid: number, tid: number }} TraceEvent */

/**
 * Moves every control of a figure to its ends and between, and marks each move; runs in the page.
 * @param {string} tag
 */
async function moveControls(tag) {
  const figure = /** @type {any} */ (document.querySelector(tag));
  /** @param {string} name @param {() => void} change */
  const move = async (name, change) => {
    performance.mark(`move ${name}`);
    change();
    await figure.updateComplete;
    await new Promise((done) =>
      requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 30))),
    );
  };
  /** @param {HTMLInputElement | HTMLSelectElement} control @param {string | number} value */
  const set = (control, value) => {
    control.value = String(value);
    for (const type of ["input", "change"]) control.dispatchEvent(new Event(type, { bubbles: true }));
  };
  for (const control of figure.shadowRoot.querySelectorAll("input, select")) {
    const name =
      control.ariaLabel ?? control.closest("label")?.textContent.trim().slice(0, 30) ?? control.type;
    const { type, value } = control;
    if (type === "range") {
      const [least, most] = [Number(control.min), Number(control.max)];
      for (const at of [least, most, (least + most) / 2, value])
        await move(`${name} ${at}`, () => set(control, at));
    } else if (type === "select-one") {
      for (const option of [...control.options])
        await move(`${name} ${option.text}`, () => set(control, option.value));
    } else if (type === "radio" || type === "checkbox") {
      await move(`${name} ${type}`, () => control.click());
    }
  }
}

/** @param {TraceEvent[]} events of one page, which begin with a mark of its first drawing */
function longestTasks(events) {
  const first = events.find(({ name }) => name === "move first drawing");
  if (!first) throw new Error("the trace has no mark");
  const here = events.filter(({ pid, tid }) => pid === first.pid && tid === first.tid);
  const marks = here.filter(({ name }) => name.startsWith("move ")).sort((a, b) => a.ts - b.ts);
  const tasks = here.filter(({ name, ts }) => name.endsWith("RunTask") && ts >= first.ts);
  return marks.map(({ name, ts }, index) => {
    const end = marks[index + 1]?.ts ?? Number.POSITIVE_INFINITY;
    // The mark itself is made inside of a task.
    const times = tasks
      .filter((task) => task.ts + (task.dur ?? 0) > ts && task.ts < end)
      .map(({ tdur = 0 }) => tdur / 1000);
    return { name: name.replace("move ", ""), longest: Math.max(0, ...times) };
  });
}

const { serveSite, launchChromium, DIST } = await harness();
/** @type {{ modules: { declarations: { tagName?: string }[] }[] }} */
const manifest = JSON.parse(readFileSync(join(DIST, "custom-elements.json"), "utf8"));
const tags = manifest.modules.flatMap(({ declarations }) =>
  declarations.flatMap(({ tagName }) => tagName ?? []),
);
const page = (/** @type {string} */ tag) =>
  `<!doctype html><title>${tag}</title><link rel="icon" href="data:,"><script type="module" src="/dist/define.js"></script>
<main style="max-width: 60rem; padding-top: 3000px"><${tag}></${tag}></main>`;
const site = await serveSite({ pages: Object.fromEntries(tags.map((tag) => [`/${tag}`, page(tag)])) });
const browser = await launchChromium();
try {
  for (const tag of tags) {
    const opened = await browser.newPage();
    await opened.goto(`${site.origin}/${tag}`);
    await opened.waitForTimeout(REST);
    await browser.startTracing(opened, { categories: ["toplevel", "blink.user_timing"] });
    await opened.evaluate(() => performance.mark("move first drawing"));
    await opened.locator(tag).scrollIntoViewIfNeeded();
    await opened.locator(`${tag} .frame[data-state=drawn]`).waitFor();
    await opened.waitForTimeout(REST);
    await opened.evaluate(moveControls, tag);
    const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
    await opened.close();
    const [drawing, ...moves] = longestTasks(traceEvents);
    const slowest = moves.sort((a, b) => b.longest - a.longest)[0];
    const answer = slowest ? `${slowest.longest.toFixed(0)} ms (${slowest.name})` : "no controls";
    console.log(
      `${tag.padEnd(16)} first drawing ${drawing?.longest.toFixed(0)} ms, slowest answer ${answer}`,
    );
  }
} finally {
  await browser.close();
  await site.close();
}
