/** The board of engines: every cell says how it is known. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { boardOf, enginesPage } from "../../web/site/build/reference/engines-page.mjs";

const file = JSON.parse(readFileSync(new URL("../fixtures/engines/measured.json", import.meta.url), "utf8"));
const { rows, measured, engines } = await boardOf();

test.each(engines.map(({ name }, i) => ({ name, i })))(
  "$name: each cell names its run, or what was read",
  ({ name, i }) => {
    for (const row of rows) {
      const answer = row.answers[name];
      const cell = row.cells[i];
      if (cell === undefined) throw new Error(`${row.name} has no cell for ${name}`);
      const at = `${row.name}: ${JSON.stringify(cell)}`;
      expect(cell.text, at).not.toBe("");
      if (cell.evidence.startsWith("measured")) {
        const { version, date } = file.engines[name];
        expect(answer, at).toBeDefined();
        expect(cell.from).toBe(`${version}, run on ${date}`);
        expect(date).toMatch(/^\d{4}-\d\d-\d\d$/);
        expect(cell.mark === "?", at).toBe(false);
        // An error of the engine is in the cell, in the engine's own words.
        if (answer !== undefined && "error" in answer) expect(cell.text).toContain(answer.error);
        continue;
      }
      expect(answer, at).toBeUndefined();
      expect(cell.from.length, at).toBeGreaterThan(0);
      if (cell.evidence === "not known") expect(cell.text, at).toMatch(/not known|not read/);
      else {
        expect(cell.facts.length, at).toBeGreaterThan(0);
        for (const { source } of cell.facts) {
          expect(source.repository, at).toMatch(/^[\w.-]+\/[\w.-]+$/);
          expect(source.path, at).not.toBe("");
          expect(source.commit, at).not.toBe("");
        }
      }
    }
  },
);

test("the figure of a probe shows that llama.cpp turns a pair half as fast as its config says", async () => {
  const { probe = "" } = await enginesPage();
  const [found = 0, wanted = 0] = [...probe.matchAll(/grows? by (\d\.\d+)/g)].map(([, value]) =>
    Number(value),
  );
  // YaRN with betas 4 and 0.5, width 16, base 2000: pair 2 is between both ends of the ramp, by the formula of the paper.
  const plain = 2000 ** (-2 / 8);
  const end = (/** @type {number} */ turns) => (8 * Math.log(32 / (2 * Math.PI * turns))) / Math.log(2000);
  const ramp =
    (2 - Math.max(0, Math.floor(end(4)))) / (Math.ceil(end(0.5)) - Math.max(0, Math.floor(end(4))));
  expect(wanted).toBeCloseTo(plain * (1 - ramp + ramp / 4), 4);
  expect(found / wanted).toBeCloseTo(0.5, 2);
  // A dot for each distance that both keys have, in each of three series.
  expect(probe.match(/<circle class="(first|second|found)"/g)).toHaveLength(3 * (72 - 10 - 16));
});

test("the page has a cell for each config and engine, and the runs of the file", async () => {
  expect(measured).toEqual(file.engines);
  const { board = "" } = await enginesPage();
  expect(board.match(/<td data-column="[^"]+" class="\w+"><details>/g)).toHaveLength(
    rows.length * engines.length,
  );
  expect(board.match(/<small>(measured|read|not known)/g)).toHaveLength(rows.length * engines.length);
});
