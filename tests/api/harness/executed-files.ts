/** The configs that were executed, as whole files again, with what was measured of each. */
import { readdirSync, readFileSync } from "node:fs";
import published from "../../fixtures/atlas/published.json" with { type: "json" };
import { spelled } from "../../measure/executed/spelled.mjs";
import type { Facts } from "./executed-facts.ts";

type Fields = Record<string, unknown>;

export interface Executed {
  name: string;
  config: Fields;
  facts: Facts;
}

const folder = new URL("../../fixtures/executed/", import.meta.url);
const configs = new URL("../../fixtures/configs/", import.meta.url);

interface Line {
  name: string;
  config?: Fields & { full?: { place: string | null; without: string[]; with: Fields } };
  fields?: Fields;
  facts?: Facts;
}

/** Lines of all files with this name; the first line of each says how it was made. */
const linesOf = (name: string): Line[] =>
  readdirSync(folder)
    .filter((file) => file.replace(/-\d+\.jsonl$/, "") === name)
    .flatMap((file) => readFileSync(new URL(file, folder), "utf8").trim().split("\n").slice(1))
    .map((line) => JSON.parse(line));

const measured = new Map(linesOf("types").map(({ name, facts }) => [name, facts!]));

/** Facts with those of parts that are the same as a type by itself. */
function whole(facts: Facts & { as?: string }): Facts {
  if (facts.as !== undefined) return { ...whole(measured.get(facts.as)!) };
  const parts = Object.entries(facts.parts ?? {}).map(([name, part]) => [name, whole(part)]);
  return facts.parts === undefined ? facts : { ...facts, parts: Object.fromEntries(parts) };
}

const classes = new Map(linesOf("classes").map(({ name, fields }) => [name, fields!]));

/** The fields of a class with those of its parts that are the defaults of their own types. */
function fieldsOf(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const own =
        typeof value === "object" && value !== null
          ? classes.get((value as Fields).model_type as string)
          : undefined;
      if (own === undefined) return [name, value];
      const { "-": left = [], ...differing } = value as Fields & { "-"?: string[] };
      const all = Object.entries({ ...own, ...differing }).filter(([field]) => !left.includes(field));
      return [name, fieldsOf(Object.fromEntries(all))];
    }),
  );
}

/** A file that says everything that its class has, but for a few fields. */
function written({ full, ...config }: NonNullable<Line["config"]>): Fields {
  if (full === undefined) return config;
  const fields = fieldsOf(classes.get(config.model_type as string)!);
  const own = full.place === null ? fields : (fields[full.place] as Fields);
  const made = Object.fromEntries(Object.entries(own).filter(([name]) => !full.without.includes(name)));
  return full.place === null
    ? { ...made, ...full.with }
    : { ...fields, [full.place]: { ...made, ...full.with } };
}

const ran = ({ facts }: Executed) =>
  (facts.layers !== undefined || facts.parts !== undefined) && facts.error === undefined;

/** The shortest file of each type: its name alone. */
export const shortest: Executed[] = [...measured]
  .map(([name, facts]) => ({ name, config: { model_type: name }, facts: whole(facts) }))
  .filter(ran);

/** Files as the classes write them, with every default. */
export const complete: Executed[] = shortest
  .filter(({ name }) => classes.has(name))
  .map((one) => ({ ...one, config: fieldsOf(classes.get(one.name)!) }));

const files = new Map<string, Fields>(published.files.map(({ name, config }) => [name, spelled(config)]));
for (const file of readdirSync(configs))
  files.set(file, JSON.parse(readFileSync(new URL(file, configs), "utf8")));

export const ofPublished: Executed[] = linesOf("published").map(({ name, facts }) => ({
  name,
  config: files.get(name)!,
  facts: facts!,
}));

const changedIn = (name: string): Executed[] =>
  linesOf(name).map(({ name, config, facts }) => ({
    name,
    config: written(config!),
    facts: whole(facts!),
  }));

export const changed = changedIn("changed");
/** Types that run with inputs, fields or a class of their own. */
export const given = changedIn("given");
/** Modeling code in repositories of its own. */
export const remote = changedIn("remote");
/** Vision transformers of timm, by their architecture. */
export const ofTimm = changedIn("timm");
/** Model files of mlx-lm, whose rows say what this engine does. */
export const ofMlx = changedIn("mlx");
/** Changes by another seed, which were executed after the rows had been written. */
export const second = changedIn("second");
