/** The rows of model types and the defaults of their classes, as data that people and scripts edit. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { isModel, type ModelRow, type Rows } from "../../src/models/types/row.ts";
import { rows } from "../../src/models/types/rows.ts";
import { sliding } from "../../src/models/types/score-rules.ts";

const folder = new URL("../../src/models/types/", import.meta.url);
const files = readdirSync(new URL("rows/", folder));

const rowsOf = async (file: string): Promise<string[]> => {
  const module = (await import(new URL(`rows/${file}`, folder).href)) as Record<string, Rows>;
  return Object.values(module).flatMap(Object.keys);
};

const isSorted = (names: readonly string[]) => expect(names).toEqual([...names].sort());

describe("rows", () => {
  test("are sorted by name in each file, and no type has two", async () => {
    const types = await Promise.all(files.map(rowsOf));
    for (const names of types) isSorted(names);
    const all = types.flat();
    expect(all.length).toBeGreaterThan(700);
    expect(new Set(all).size).toBe(all.length);
    expect(new Set(rows().keys())).toEqual(new Set(all));
  });

  test("name parts that have rows", () => {
    const parts = [...rows()].flatMap(([type, row]) =>
      isModel(row) ? [] : Object.values(row.parts).map((part) => ({ type, part })),
    );
    expect(parts.length).toBeGreaterThan(150);
    expect(parts.filter(({ part }) => part !== null && !rows().has(part))).toEqual([]);
  });

  test("do not compile with a misspelt fact", () => {
    const right: ModelRow = { positions: "halves", window: sliding, sinks: "all" };
    // @ts-expect-error: not a field of a row.
    const field: ModelRow = { positions: "halves", windows: sliding };
    // @ts-expect-error: not a pairing, nor anything that a class has instead.
    const word: ModelRow = { positions: "halfs" };
    // @ts-expect-error: not a fact that some classes read.
    const fact: ModelRow = { positions: "halves", reads: ["partail"] };
    // @ts-expect-error: not a rule for windows.
    const rule: ModelRow = { positions: "halves", window: "sliding" };
    expect([right, field, word, fact, rule].every(isModel)).toBe(true);
  });
});

describe("defaults", () => {
  const data = ["transformers", "others"].map(
    (name) => JSON.parse(readFileSync(new URL(`data/${name}.json`, folder), "utf8")).types as object,
  );

  test("have a line for each type, which a change to one shows by itself", () => {
    for (const name of ["transformers", "others"]) {
      const lines = readFileSync(new URL(`data/${name}.json`, folder), "utf8").split("\n");
      const types = lines.slice(lines.indexOf('  "types": {') + 1, lines.lastIndexOf("  }"));
      for (const line of types) expect(line).toMatch(/^ {4}"[\w.-]+": \{.+\},?$/);
      expect(types.length).toBe(Object.keys(data[name === "others" ? 1 : 0]!).length);
    }
  });

  test("belong to types that have rows, are sorted by name, and stand in one file", () => {
    for (const types of data) isSorted(Object.keys(types));
    const all = data.flatMap(Object.keys);
    expect(all.filter((type) => !rows().has(type))).toEqual([]);
    expect(new Set(all).size).toBe(all.length);
  });
});
