/** The tables of src/bindings: what is swapped, left out or too much does not build. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { bindings } from "../../tools/build/bindings.mjs";
import { misplaced } from "../../tools/build/kernel-arguments.mjs";

const folder = mkdtempSync(join(tmpdir(), "bindings-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** @param {string} text */
function made(text) {
  writeFileSync(join(folder, "table.ts"), text);
  return bindings(["table.ts"], "table", folder);
}

const table = (/** @type {string} */ fields, /** @type {string} */ code) =>
  `export const modes = ["exact", "atOnce"] as const;
   export const found = ["next", "bestOffset"] as const;
   interface Shape { rows: Count; columns: Count }
   export interface TableCalls { fill: Call<${fields}, "${code}"> }`;

describe("the C++ of a table", () => {
  test("has a slot for each field, by the order of names", () => {
    const { text, complaints } = made(table("{ scale: number; out: Floats }", "fill(out, scale)"));
    expect(complaints).toEqual([]);
    expect(text).toContain("struct FillCall {\n  Floats out;\n  Number scale;\n};");
    expect(text).toContain('function("fill"');
    expect(text).toContain(
      "const auto& [out, scale] = slots_at<slots::FillCall>(at, count);\n    fill(out, scale);",
    );
  });

  test("does not depend on the order of the table", () => {
    const [one, other] = ["{ scale: number; out: Floats }", "{ out: Floats; scale: number }"];
    expect(made(table(one, "fill(out, scale)")).text).toBe(made(table(other, "fill(out, scale)")).text);
  });

  test("makes structs by the names of their fields, in the order of the kernels' struct", () => {
    const { text } = made(table("{ shape: Shape }", "fill(shape)"));
    expect(text).toContain("return {.rows = rows, .columns = columns};");
  });

  test("asserts the order of an enum and of a struct of doubles", () => {
    const fields = "{ mode: Word<typeof modes>; state: Named<typeof found> }";
    const { text } = made(table(fields, "fill(mode, state)"));
    expect(text).toContain("static_cast<int>(T::exact) == 0 && static_cast<int>(T::at_once) == 1");
    expect(text).toContain(
      "offsetof(T, next) == 0 * sizeof(double) && offsetof(T, best_offset) == 1 * sizeof(double)",
    );
  });

  test("is refused when a field is read by nothing", () => {
    const { complaints } = made(table("{ scale: number; out: Floats }", "fill(out)"));
    expect(complaints).toEqual(['fill: nothing in "fill(out)" reads the field scale']);
  });
});

describe("fields in the place of another parameter", () => {
  const header = "void scale(std::span<float> out, double base, double factor);\n";

  test("are found", () => {
    expect(misplaced("scale(out, factor, base)", header)).toEqual([
      "factor stands where scale takes base",
      "base stands where scale takes factor",
    ]);
    expect(misplaced("return scale(out, factor, 1.0)", header)).toHaveLength(1);
  });

  test("are not those that the kernel names otherwise, nor those of another overload", () => {
    expect(misplaced("scale(out, base, factor)", header)).toEqual([]);
    expect(misplaced("scale(x, first(base, factor), slope)", header)).toEqual([]);
    const both = `${header}void scale(std::span<float> out, double factor, double base);\n`;
    expect(misplaced("scale(out, factor, base)", both)).toEqual([]);
  });
});
