/** The size of the table that a reader of config files carries. */
import { readdirSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import { expect, test } from "vitest";

const folder = new URL("../../src/models/types/rows/", import.meta.url);

test("the rows of all model types have at most 8 kB of brotli", async () => {
  const tables = await Promise.all(readdirSync(folder).map((name) => import(new URL(name, folder).href)));
  const texts = tables.flatMap((table) => Object.values(table).filter((value) => typeof value === "string"));
  expect(texts.length).toBeGreaterThan(4);
  expect(brotliCompressSync(texts.join("\n")).length).toBeLessThanOrEqual(8000);
});
