/**
 * What the atlas needs to know of all its models before a reader opens one: published config.json files, what was executed, and
 * facts to choose and to sort by.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { runs } from "../../../tests/measure/executed/evidence.mjs";
import { spelled } from "../../../tests/measure/executed/spelled.mjs";
import { ROOT } from "../../../tools/process.mjs";

const NAME = "posenc:atlas-facts";
const PLACE = "<!-- atlas: facets -->";
const FIXTURES = join(ROOT, "tests/fixtures");
const EXECUTED = join(FIXTURES, "executed");

/** The facets, in the order of the page, and what each is called. */
const FACETS = {
  nope: "layers without positions",
  window: "windows",
  bases: "several bases",
  interleaved: "interleaved pairs",
  partial: "part of each head",
  stretched: "stretched context",
  bias: "bias on the scores",
  learned: "learned vectors",
  mixer: "layers without attention",
  published: "published config",
};

/** @typedef {keyof typeof FACETS} Facet */
/** @typedef {any} Part a part of a model, as the reader gives it */
/** @typedef {{ bases: number[], context: number | null, layers: number, facets: string[] }} Facts */

const rotates = (/** @type {any} */ { rotary }) => rotary !== null && rotary !== "unknown";

/** Whether a layer attends, and nothing tells it positions. @param {Part} part @param {any} layer */
const isBare = ({ added }, { attention, mixer, rotary, bias }) =>
  added === null && mixer === null && attention.self !== null && rotary === null && bias === null;

/** @type {Readonly<Record<Exclude<Facet, "published">, (part: Part) => boolean>>} */
const HAS = {
  nope: (part) => part.layers.some((/** @type {any} */ layer) => isBare(part, layer)),
  window: ({ layers }) =>
    layers.some((/** @type {any} */ { window }) => typeof window === "object" && window !== null),
  bases: ({ layers }) =>
    new Set(layers.filter(rotates).map((/** @type {any} */ { rotary }) => rotary.base)).size > 1,
  interleaved: ({ layers }) =>
    layers.filter(rotates).some((/** @type {any} */ { rotary }) => rotary.pairing === "interleaved"),
  partial: ({ layers }) =>
    layers.filter(rotates).some((/** @type {any} */ { rotary }) => rotary.rotaryDim < rotary.headDim),
  stretched: ({ layers }) =>
    layers
      .filter(rotates)
      .some((/** @type {any} */ { rotary }) => !["none", "default"].includes(rotary.scaling?.type ?? "none")),
  bias: ({ layers }) =>
    layers.some((/** @type {any} */ { bias }) => typeof bias === "object" && bias !== null),
  learned: ({ added }) => added?.kind === "learned",
  mixer: ({ layers }) => layers.some((/** @type {any} */ { mixer }) => mixer !== null),
};

/** The tokens that a file says it serves. @param {any} config */
const lengthIn = (config) =>
  config.max_position_embeddings ?? config.text_config?.max_position_embeddings ?? null;

/** @param {any} read @param {number | null} context @param {readonly string[]} more @returns {Facts} */
function factsOf(read, context, more = []) {
  const parts = [read, ...Object.values(read.parts)];
  const bases = read.layers.filter(rotates).map((/** @type {any} */ { rotary }) => rotary.base);
  const facets = Object.entries(HAS).filter(([, has]) => parts.some(has));
  return {
    bases: [...new Set(/** @type {number[]} */ (bases))].sort((a, b) => b - a),
    context,
    layers: read.layers.length,
    facets: [...facets.map(([name]) => name), ...more],
  };
}

/** Names in the files of what was executed, and the versions of what executed them. */
function executed() {
  const linesOf = (/** @type {string} */ name) =>
    readdirSync(EXECUTED)
      .filter((file) => file.startsWith(`${name}-`))
      .map((file) => readFileSync(join(EXECUTED, file), "utf8").trim().split("\n"));
  const namesOf = (/** @type {string} */ name) =>
    linesOf(name).flatMap(([, ...lines]) => lines.map((line) => JSON.parse(line)));
  const { transformers, torch, date } = JSON.parse(linesOf("published")[0]?.[0] ?? "{}");
  const ran = (/** @type {any} */ { facts }) => facts && !facts.error && (facts.layers || facts.parts);
  return {
    transformers,
    torch,
    date,
    published: namesOf("published")
      .filter(ran)
      .map(({ name }) => name),
    types: Object.fromEntries(runs()),
  };
}

/** Published configs, executed names, and the facts of every model of the page. */
async function allFacts() {
  const built = (/** @type {string} */ name) => import(pathToFileURL(join(ROOT, `dist/${name}.js`)).href);
  const [{ atlas }, { modelPositions }] = await Promise.all([built("atlas"), built("spec")]);
  const rows = atlas();
  const rowOf = (/** @type {string} */ type) =>
    rows.find((/** @type {{ type: string }} */ row) => row.type === type);
  const { files } = JSON.parse(readFileSync(join(FIXTURES, "atlas/published.json"), "utf8"));
  const published = files.map((/** @type {any} */ { name, repository, path, commit, config }) => ({
    name,
    repository,
    path,
    commit,
    config: spelled(config),
  }));
  /** @type {Record<string, Facts>} */
  const facts = {};
  for (const { name, config } of published) {
    const read = modelPositions(config);
    const usual = rowOf(read.modelType ?? "")?.defaults.length ?? null;
    facts[name] = factsOf(read, lengthIn(config) ?? usual, ["published"]);
  }
  for (const { type, defaults } of rows) {
    const field = /^[A-Z]/.test(type) ? "_class_name" : "model_type";
    const context = typeof defaults.length === "number" ? defaults.length : null;
    facts[type] = factsOf(modelPositions({ [field]: type }), context);
  }
  return { published, executed: executed(), facts };
}

/** @param {Record<string, Facts>} facts */
function facetButtons(facts) {
  const all = Object.values(facts);
  return Object.entries(FACETS)
    .map(([name, title]) => {
      const count = all.filter(({ facets }) => facets.includes(name)).length;
      return `<button type="button" data-facet="${name}" aria-pressed="false">${title} <span>${count}</span></button>`;
    })
    .join("\n");
}

/**
 * A plugin for Vite: the facts as a module, and the buttons of the facets with their counts.
 * @returns {import("vite").Plugin}
 */
export function atlasFacts() {
  /** @type {ReturnType<typeof allFacts> | undefined} */
  let made;
  const facts = () => (made ??= allFacts());
  return {
    name: "atlas-facts",
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load: async (id) =>
      id === `\0${NAME}`
        ? Object.entries(await facts())
            .map(
              ([name, value]) =>
                `export const ${name} = JSON.parse(${JSON.stringify(JSON.stringify(value))});`,
            )
            .join("\n")
        : undefined,
    transformIndexHtml: {
      order: "pre",
      handler: async (html) =>
        html.includes(PLACE) ? html.replace(PLACE, facetButtons((await facts()).facts)) : html,
    },
  };
}
