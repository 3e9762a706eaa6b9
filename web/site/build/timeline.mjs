/** The published models of the timeline, read from the lines that its figure draws. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../../tools/process.mjs";

/**
 * @typedef {object} PublishedModel
 * @property {string} name
 * @property {string} date as 2024-07
 * @property {string} dated origin of the date: `paper`, `code`, or the number of a paper
 * @property {string} positions
 * @property {string} type in the atlas; empty if it has none
 * @property {readonly number[]} bases
 * @property {string} context in tokens; empty if there is no largest number
 * @property {string} scaling empty if frequencies are not stretched
 * @property {string} origin of the numbers: `file`, `class` or `formula`
 */

const given = (/** @type {string} */ word) => (word === "-" ? "" : word);

/** @param {string} line @returns {PublishedModel} */
function modelIn(line) {
  const [date = "", dated = "", positions = "", type = "", bases = "", ...rest] = line.split(" ");
  const [context = "", scaling = "", origin = "", ...name] = rest;
  return {
    name: name.join(" "),
    date,
    dated,
    positions,
    type: given(type),
    origin,
    bases: given(bases) === "" ? [] : bases.split(",").map(Number),
    context: given(context),
    scaling: given(scaling),
  };
}

/** @returns {PublishedModel[]} sorted by date */
export function publishedModels() {
  const source = readFileSync(join(ROOT, "web/elements/atlas/atlas-models.ts"), "utf8");
  const [, lines = ""] = /const lines = `\n([\s\S]+?)\n`;/.exec(source) ?? [];
  return lines.split("\n").map(modelIn);
}
