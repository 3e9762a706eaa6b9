/** The notebook of the page "From Python": `npm run doors` runs it; here is what needs no Python. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const guides = new URL("../../web/site/reference/guides/", import.meta.url);
const textOf = (name: string) => readFileSync(new URL(name, guides), "utf8");

interface Cell {
  cell_type: "code" | "markdown";
  id: string;
  source: string[];
  outputs?: unknown[];
  execution_count?: number | null;
}

const notebook = JSON.parse(textOf("figure.ipynb")) as { nbformat: number; cells: Cell[] };

test("has no outputs, and cells with names of their own", () => {
  expect(notebook.nbformat).toBe(4);
  const ids = notebook.cells.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { cell_type, outputs, execution_count } of notebook.cells)
    if (cell_type === "code") expect([outputs, execution_count]).toEqual([[], null]);
});

test("makes its figure with the code of the page", () => {
  const codes = notebook.cells.map(({ source }) => source.join("").trim());
  expect(codes).toContain(textOf("notebook.py").trim());
});
