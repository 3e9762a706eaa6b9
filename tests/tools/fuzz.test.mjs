/** The inputs that fuzzing keeps, as text. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../../tools/process.mjs";
import { fewest, linesOf, readLines } from "../fuzz/corpus.mjs";

const inputs = [Buffer.from([255, 0, 10]), Buffer.from([7]), Buffer.from([]), Buffer.from([3])];

test("inputs are lines of digits, there and back", () => {
  const folder = mkdtempSync(join(tmpdir(), "posenc-fuzz-"));
  try {
    const file = join(folder, "inputs.txt");
    writeFileSync(file, `${linesOf(inputs)}\n`);
    expect(readFileSync(file, "utf8")).toBe('"ff000a",\n"07",\n"",\n"03",\n');
    expect(readLines(file)).toEqual(inputs);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("the smallest are kept, in one order whatever the order of the files", () => {
  const [large, seven, empty, three] = inputs;
  expect(fewest(inputs, 3)).toEqual([empty, three, seven]);
  expect(fewest([seven, large, three, empty], 9)).toEqual([empty, three, seven, large]);
});

test("every folder of kernels has a target and inputs", () => {
  const kernels = readdirSync(join(ROOT, "src/kernels"));
  for (const name of kernels) {
    expect(readFileSync(join(ROOT, "tests/fuzz", `${name}.cpp`), "utf8")).toContain(
      `void ${name}(Bytes& bytes)`,
    );
    expect(readLines(join(ROOT, "tests/fuzz/corpus", `${name}.txt`)).length, name).toBeGreaterThan(0);
  }
  expect(readdirSync(join(ROOT, "tests/fuzz/corpus"))).toHaveLength(kernels.length);
});
