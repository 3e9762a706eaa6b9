import { expect, test } from "vitest";
import files from "../fixtures/files.json" with { type: "json" };
import { pagesForTests } from "./harness/pages.ts";
import { withPage } from "./harness/watched-page.ts";

/** posenc/files reads a browser's own files, and inflates by its own streams; what it reads is tested in Node. */

const opened = pagesForTests({
  pages: { "/": `<!doctype html><title>t</title><link rel="icon" href="data:,">` },
});

/** Runs in the page: what is in a file of each kind. */
const readAll = `async (texts) => {
  const { readFile } = await import("/dist/files.js");
  const read = [];
  for (const text of texts) {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    const file = await readFile(new File([bytes], "file"));
    const names = [...(file.arrays ?? file.tensors ?? []).keys?.() ?? []];
    const values = names.length > 0 ? (await file.read(names[0])).values : file.values;
    read.push([file.kind, [...values]]);
  }
  return read;
}`;

test("files of a browser have the numbers that were written", async () => {
  const [npy] = files.npy;
  const [, deflated] = files.npz;
  const [, gguf] = files.gguf;
  const texts = [npy!, deflated!, files.safetensors, gguf!].map(({ file }) => file);
  await withPage(opened.browser, opened.site, {}, async (page) => {
    const read = await page.evaluate(`(${readAll})(${JSON.stringify(texts)})`);
    expect(read).toEqual([
      ["array", npy!.values],
      ["arrays", deflated!.arrays.table.values],
      ["safetensors", files.safetensors.tensors.f64.values],
      ["gguf", gguf!.tensors.f32],
    ]);
  });
});
