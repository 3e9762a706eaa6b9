/** The list of mutations fits the sources: what `npm run mutate` would change is there, once. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../../tools/process.mjs";
import { mutated, parseMutations, readMutations } from "../mutations/mutations.mjs";

const all = readMutations();

test("every mutation applies to one line of its file", () => {
  for (const mutation of all) {
    const { before, after } = mutated(mutation);
    const lines = after.split("\n");
    expect(
      before.split("\n").filter((line, k) => line !== lines[k]),
      mutation.at,
    ).toHaveLength(1);
  }
});

test("there are many, for every folder of the kernels and for the bindings", () => {
  expect(all.length).toBeGreaterThanOrEqual(100);
  expect(new Set(all.map(({ place, breaks }) => `${place}: ${breaks}`)).size).toBe(all.length);
  const folders = readdirSync(join(ROOT, "src/kernels")).map((name) => `src/kernels/${name}/`);
  for (const folder of [...folders, "src/bindings/"])
    expect(all.filter(({ place }) => place.startsWith(folder)).length, folder).toBeGreaterThanOrEqual(5);
});

test("a mutation whose line is gone, or stands twice, is refused with a sentence", () => {
  const [one] = parseMutations("list.txt", "# title\n\nREADME.md: a title\n- # posenc\n+ # other\n");
  expect(one).toEqual({
    place: "README.md",
    breaks: "a title",
    from: "# posenc",
    to: "# other",
    at: "list.txt:3",
    tests: [],
    inPages: false,
  });
  expect(() => mutated({ ...one, from: "no such line" })).toThrow(
    'list.txt:3: README.md has "no such line" 0 times, not once: write the mutation anew',
  );
  expect(() => mutated({ ...one, from: "posenc" })).toThrow("times, not once");
  expect(() => mutated({ ...one, to: "# posenc" })).toThrow("changes nothing");
  expect(() => parseMutations("list.txt", "README.md: a title\n- # posenc\n")).toThrow(
    "list.txt:1: a mutation is three lines",
  );
});
