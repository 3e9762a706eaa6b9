/**
 * Milliseconds to read a model's config.json into the recipe of each layer, for published files and for the shortest file of each
 * model type, beside the parsing of the same text alone.
 */
import { readFileSync } from "node:fs";
import { atlas } from "posenc/atlas";
import { modelPositions } from "posenc/full";
import { spelled } from "../measure/executed/spelled.mjs";
import { timeInTurn } from "./time.mjs";

const published = JSON.parse(
  readFileSync(new URL("../fixtures/atlas/published.json", import.meta.url), "utf8"),
);
/** @type {[name: string, text: string, kind: string][]} */
const files = [
  ...published.files.map((/** @type {any} */ { name, config }) => [
    name,
    JSON.stringify(spelled(config)),
    "published",
  ]),
  ...atlas().map(({ type, kind }) => [type, JSON.stringify({ model_type: type }), kind]),
];

for (const [, text] of files) modelPositions(text); // compiles
const read = files.map(([name, text, kind]) => {
  const begin = performance.now();
  modelPositions(text);
  return { name, text, kind, first: performance.now() - begin };
});
for (const kind of ["published", "text"]) {
  const own = read.filter((file) => file.kind === kind);
  const slowest = own.reduce((a, b) => (b.first > a.first ? b : a));
  const median = own.map(({ first }) => first).sort((a, b) => a - b)[own.length >> 1] ?? Number.NaN;
  const [again, parsed] = timeInTurn([() => modelPositions(slowest.text), () => JSON.parse(slowest.text)]);
  console.log(
    `${kind.padEnd(10)} ${own.length} files: median ${median.toFixed(2)} ms, slowest ${slowest.first.toFixed(2)} ms (${slowest.name}; ` +
      `again ${again?.best.toFixed(3)} ms, JSON.parse alone ${parsed?.best.toFixed(3)} ms)`,
  );
}
