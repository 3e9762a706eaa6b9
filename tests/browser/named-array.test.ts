/** Numbers with names as files: functions without a page. */
import { describe, expect, test } from "vitest";
import { csvOf, npyOf, shortest } from "../../web/elements/share/contents.ts";

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
  test("names that a spreadsheet would compute, or a line break would split, stay names", () => {
    const rows = ["=1+1", "-x", "+y", "@z", "-1", 'a"b', "c,d", "e\rf", "g\nh"];
    const lines = csvOf({ corner: "", rows, columns: ["="], values: new Float32Array(9) });
    expect(lines).toBe(
      ',\'=\n\'=1+1,0\n\'-x,0\n\'+y,0\n\'@z,0\n-1,0\n"a""b",0\n"c,d",0\n"e\rf",0\n"g\nh",0\n',
    );
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
