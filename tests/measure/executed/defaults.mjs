/** Defaults of the classes of transformers, as `src/models/types` reads them. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../../tools/process.mjs";

const MODELS = join(ROOT, "src/models");
const DATA = join(MODELS, "types/data/transformers.json");
const NAMES = join(MODELS, "types/data/names.json");
const OTHERS = join(MODELS, "types/data/others.json");

/** The types that have rows: defaults of others would be read by nobody. */
function typesWithRows() {
  const folder = join(MODELS, "types/rows");
  const texts = readdirSync(folder).map((file) => readFileSync(join(folder, file), "utf8"));
  return new Set(
    texts.flatMap((text) => [...text.matchAll(/^ {2}"?([\w.-]+)"?:/gm)].map(([, type = ""]) => type)),
  );
}

/** The words in the sources of the reader: a field that none of them names is read by nobody. */
function wordsOfReader() {
  const folders = ["types", "types/rows", "reader"].map((name) => join(MODELS, name));
  const files = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((file) => file.endsWith(".ts"))
      .map((file) => join(folder, file)),
  );
  return new Set(
    files.flatMap((file) => readFileSync(file, "utf8").match(/\b_?[a-z][A-Za-z0-9_]+\b/g) ?? []),
  );
}

/**
 * The defaults of a type. A field that the class makes from others is null: it is read, and has no default of its own.
 * @param {Record<string, any>} fields @param {ReadonlySet<string>} derived @param {ReadonlySet<string>} read
 * @param {Record<string, number>} off Values that the class has only if a switch is on; the rules of rows read the switch.
 */
function defaultsOf(fields, derived, read, off = {}) {
  /** @type {Record<string, unknown>} */
  const out = {};
  for (const [name, value] of Object.entries(fields)) {
    if (name === "model_type" || !read.has(name)) continue;
    if (name === "rope_parameters") Object.assign(out, ruleIn(value));
    else if (value !== null && typeof value === "object" && !Array.isArray(value)) continue;
    else out[name] = derived.has(name) ? null : (off[name] ?? value);
  }
  return out;
}

/** Whether a rule has a rule for each kind of layer. @param {any} rule */
const isNested = (rule) =>
  Object.values(rule ?? {}).some(
    (value) => value !== null && typeof value === "object" && !Array.isArray(value),
  );

/** A rule of one base is written as its fields; a rule for each kind of layer stays with the rows. @param {any} rule */
function ruleIn(rule) {
  if (rule === null || typeof rule !== "object" || isNested(rule)) return {};
  const { rope_theta, partial_rotary_factor, ...rest } = rule;
  return {
    ...(rope_theta === undefined ? {} : { rope_theta }),
    ...(partial_rotary_factor === undefined ? {} : { partial_rotary_factor }),
    // Towers with an axis for rows and one for columns call their rule axial; their rows say which.
    ...(["default", "axial"].includes(rest.rope_type) && Object.keys(rest).length === 1
      ? {}
      : { rope_parameters: rest }),
  };
}

/** The fields of a line, of which some are in a rule of the class. @param {object} line */
const fieldsIn = (line) =>
  new Set([
    ...Object.keys(line),
    ...("rope_theta" in line || "partial_rotary_factor" in line ? ["rope_parameters"] : []),
  ]);

/**
 * Brings the defaults in `src/models/types/data` to what the classes say. The line of a type keeps its fields: whoever lets a row
 * read another one adds its name. A type without a line gets all fields whose names the reader's sources have. Fields with older
 * names, which the classes rename, are kept as they are.
 * @param {readonly { name: string, fields?: any, derived?: string[], names?: any, off?: any }[]} types @param {{ transformers: string, date: string }} about
 */
export function writeDefaults(types, about) {
  const data = JSON.parse(readFileSync(DATA, "utf8"));
  const words = wordsOfReader();
  const rows = typesWithRows();
  const others = JSON.parse(readFileSync(OTHERS, "utf8")).types;
  const known = new Map(types.filter(({ fields }) => fields).map((item) => [item.name, item]));
  /** @type {Record<string, any>} */
  const made = {};
  for (const name of [...new Set([...known.keys(), ...Object.keys(data.types)])].sort()) {
    const { fields = {}, derived = [], off } = known.get(name) ?? {};
    const before = data.types[name] ?? {};
    const isNew = data.types[name] === undefined;
    const read = isNew ? words : new Set([...fieldsIn(before), "rope_parameters"]);
    // A row may need the value that the class makes for its own number of layers.
    const unnamed = derived.filter(
      (field) => JSON.stringify(before[field]) !== JSON.stringify(fields[field]),
    );
    const own = Object.fromEntries(
      Object.entries(before).filter(([field]) => !(field in fields) || isNested(fields[field])),
    );
    const parts = Object.entries(fields).flatMap(([part, value]) => {
      const type = value?.model_type;
      const of = known.get(type);
      if (!of) return [];
      const differing = Object.entries(value).filter(
        ([field, one]) =>
          field !== "model_type" &&
          (JSON.stringify(one) !== JSON.stringify(of.fields[field]) ||
            (of.derived?.includes(field) && !Array.isArray(one))),
      );
      const short = defaultsOf(
        Object.fromEntries(differing),
        new Set(),
        isNew ? words : fieldsIn(before[part] ?? {}),
      );
      return Object.keys(short).length > 0 ? [[part, short]] : [];
    });
    // A class without a row that names its bases has its rules by kind.
    const nested =
      data.types[name] === undefined && isNested(fields.rope_parameters)
        ? { rope_parameters: fields.rope_parameters }
        : {};
    const all = {
      ...nested,
      ...own,
      ...defaultsOf(fields, new Set(unnamed), read, off),
      ...Object.fromEntries(parts),
    };
    const inOrder = Object.fromEntries(
      Object.keys(before).flatMap((field) => (field in all ? [[field, all[field]]] : [])),
    );
    if (Object.keys(all).length > 0 && rows.has(name) && others[name] === undefined)
      made[name] = { ...inOrder, ...all };
  }
  const lines = Object.entries(made).map(
    ([name, values]) => `    ${JSON.stringify(name)}: ${JSON.stringify(values)}`,
  );
  const head = `{\n  "about": "defaults of the classes of transformers, by model type; written by \`npm run executed\`",\n  "source": ${JSON.stringify({ transformers: about.transformers, date: about.date })},\n  "types": {\n`;
  writeFileSync(DATA, `${head}${lines.join(",\n")}\n  }\n}\n`);
  writeNames(
    types.filter(({ name }) => made[name] !== undefined),
    words,
    about,
  );
}

/**
 * Writes the names that classes take for their fields beside their own, where the reader reads the field.
 * @param {readonly { name: string, names?: Record<string, string[]> }[]} types @param {ReadonlySet<string>} read
 * @param {{ transformers: string, date: string }} about
 */
function writeNames(types, read, about) {
  /** @type {Map<string, string[]>} the types by their names, as JSON */
  const groups = new Map();
  for (const { name, names = {} } of types) {
    const both = Object.entries(names).flatMap(([own, others]) => {
      return read.has(own) ? [[own, others]] : [];
    });
    const key = JSON.stringify(Object.fromEntries(both));
    if (both.length > 0) groups.set(key, [...(groups.get(key) ?? []), name]);
  }
  const lines = [...groups].map(
    ([names, list]) => `    { "names": ${names}, "types": ${JSON.stringify(list)} }`,
  );
  const head = `{\n  "about": "names that classes of transformers take for a field beside its own; written by \`npm run executed\`",\n  "source": ${JSON.stringify({ transformers: about.transformers, date: about.date })},\n  "classes": [\n`;
  writeFileSync(NAMES, `${head}${lines.join(",\n")}\n  ]\n}\n`);
}
