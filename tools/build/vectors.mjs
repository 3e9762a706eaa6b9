/** Reference vectors: for every preset a file of numbers that other projects can test against. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Failure } from "../process.mjs";
import { computeAll } from "../vectors/calculator.mjs";
import { casesOf } from "../vectors/cases.mjs";
import { pointsOf } from "../vectors/points.mjs";
import { builtPackage } from "./built-package.mjs";

const ABOUT =
  "Values to 20 significant digits, of which the last may be off by 1, computed with 113 bits straight from the formulas. " +
  "`given` is the spec as a caller writes it, and `spec` the same with all defaults.";

/**
 * Writes vectors/<preset>.json and vectors/index.json.
 * @param {string} folder of the package, with its JavaScript in it
 * @param {string} program built from tools/vectors
 */
export async function writeVectors(folder, program) {
  const posenc = await builtPackage(folder);
  const files = Object.keys(posenc.presets).map((name) => fileOf(name, posenc));
  computeAll(program, files);

  const target = join(folder, "vectors");
  mkdirSync(target);
  for (const { cases, ...file } of files) {
    const content = {
      ...file,
      about: ABOUT,
      cases: cases.map(({ points, ...rest }) => ({ ...rest, ...points })),
    };
    writeFileSync(join(target, `${file.preset}.json`), `${jsonOf(content)}\n`);
  }
  const list = files.map(({ preset, title, method, family }) => ({
    file: `${preset}.json`,
    preset,
    title,
    method,
    family,
  }));
  writeFileSync(
    join(target, "index.json"),
    `${jsonOf({ package: `posenc ${posenc.version}`, about: ABOUT, files: list })}\n`,
  );
}

/** @param {string} preset @param {import("../vectors/cases.mjs").Package} posenc */
function fileOf(preset, posenc) {
  const { title, source, spec } = posenc.presets[/** @type {keyof typeof posenc.presets} */ (preset)];
  const { method } = spec;
  let reading = "";
  const cases = casesOf(preset, posenc).map(({ given, spec }) => {
    const chosen = pointsOf(spec);
    if (chosen === undefined)
      throw new Failure(`tools/vectors/points.mjs has no points for the method ${method}`);
    reading = chosen.reading;
    return { given, spec, points: chosen.points };
  });
  if (cases.length === 0)
    throw new Failure(`tools/vectors/cases.mjs fills no open field of the preset ${preset}`);
  return { preset, title, source, method, family: posenc.methods[method].family, reading, cases };
}

/**
 * JSON with a line for each innermost list or object.
 * @param {unknown} value
 * @param {string} [indent]
 * @returns {string}
 */
function jsonOf(value, indent = "") {
  const plain = JSON.stringify(value);
  const depth = depthOf(value);
  if (depth <= 1 && indent !== "") return plain;
  const inner = `${indent}  `;
  const items = Array.isArray(value)
    ? value.map((item) => inner + jsonOf(item, inner))
    : Object.entries(/** @type {object} */ (value)).map(
        ([name, item]) => `${inner}${JSON.stringify(name)}: ${jsonOf(item, inner)}`,
      );
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return `${open}\n${items.join(",\n")}\n${indent}${close}`;
}

/**
 * The depth of nested lists and objects.
 * @param {unknown} value
 * @returns {number}
 */
function depthOf(value) {
  if (typeof value !== "object" || value === null || "toJSON" in value) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}
