/** Packs the defaults of model classes: their list follows the names of the rows, which the bundle has already. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Failure, ROOT } from "../process.mjs";

const TYPES = join(ROOT, "src/models/types");
const ROWS = join(TYPES, "rows");
const DATA = ["transformers", "others"].map((name) => join(TYPES, `data/${name}.json`));
/** The name of a row: the formatter indents it by two spaces. */
const NAME = /^ {2}"?([\w.-]+)"?: /gm;

/** @param {string} text of a file of rows @returns {string[]} */
const namesIn = (text) =>
  Array.from(text.slice(text.indexOf(": Rows = {")).matchAll(NAME), ([, name = ""]) => name);

export const defaults = {
  name: "defaults",
  /** @param {string} id */
  load(id) {
    if (id !== join(TYPES, "defaults.ts")) return null;
    const [own, others] = DATA.map((file) => JSON.parse(readFileSync(file, "utf8")).types);
    const types = { ...own, ...others };
    const names = readdirSync(ROWS).flatMap((file) => namesIn(readFileSync(join(ROWS, file), "utf8")));
    names.sort();
    const twice = names.find((name, i) => name === names[i + 1]);
    if (twice !== undefined)
      throw new Failure(`${twice} has two rows in src/models/types/rows: leave one out`);
    const list = names.map((name) => (name in types ? JSON.stringify(types[name]) : ""));
    const elsewhere = names.flatMap((name, i) => (name in own ? [] : [i]));
    const code = `
      import { rows } from "./rows.ts";
      const list = [${list.join(",")}];
      const elsewhere = new Set([${elsewhere.join(",")}]);
      let all;
      const places = () => (all ??= new Map([...rows().keys()].sort().map((name, i) => [name, i])));
      export const defaultsOf = (type) => list[places().get(type)] ?? {};
      export const isOfTransformers = (type) => places().has(type) && !elsewhere.has(places().get(type));`;
    return { code, moduleType: "js" };
  },
};
