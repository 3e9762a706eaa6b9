/** Numbers with names as files: functions without a page. */
import { describe, expect, test } from "vitest";
import { shortest } from "../../web/elements/share/files.ts";
import { csvOf, npyOf } from "../../web/elements/share/named-array.ts";

describe("numbers as files", () => {
  const float = {
    corner: "row",
    rows: ["a", "b"],
    columns: [0, 1],
    values: Float32Array.of(0.1, 2, 1 / 3, -4),
  };
  test("CSV has each row's own numbers, with the digits that read back", () => {
    expect(csvOf(float)).toBe("row,0,1\na,0.100000001,2\nb,0.333333343,-4\n");
    for (const value of [0.1, 1 / 3, 16_777_217 / 3, 1e-40].map(Math.fround))
      expect(Math.fround(Number(shortest(value)))).toBe(value);
  });
  test(".npy has the type of the numbers", () => {
    const [header, values] = npyOf(float);
    expect(new TextDecoder("latin1").decode(header as Uint8Array)).toContain("'<f4'");
    expect(values).toBe(float.values);
    const [wide, doubles] = npyOf({ ...float, values: Float64Array.of(0.1, 2, 3, 4) });
    expect(new TextDecoder("latin1").decode(wide as Uint8Array)).toContain("'<f8'");
    expect(doubles).toEqual(Float64Array.of(0.1, 2, 3, 4));
  });
});
