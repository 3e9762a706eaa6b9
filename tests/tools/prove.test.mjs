/** The front of the proof: a spec in its numbers, and a record that goes on where a run stopped. */
import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { afterEach, expect, test } from "vitest";
import { openRecord } from "../proof/record.mjs";
import { tableOf } from "../proof/table.mjs";

test("a spec is its frequencies and the places of its entries", async () => {
  const paper = await tableOf("dModel=512");
  expect(paper.text).toContain("base=10000");
  expect(paper.numbers).toEqual({
    pairs: 256,
    base: 10000,
    numerator: 2,
    denominator: 512,
    scale: 1,
    sines: 256,
    cosines: 256,
    sine: 0,
    cosine: 1,
    step: 2,
    row: 512,
  });
  expect((await tableOf("preset=fairseq&dModel=8")).numbers).toMatchObject({
    denominator: 6, // f[i] = base^(−i / 3)
    sine: 0,
    cosine: 4,
    step: 1,
  });
  expect((await tableOf("dModel=7&oddWidth=truncate")).numbers).toMatchObject({
    pairs: 4,
    sines: 4,
    cosines: 3,
    row: 7,
  });
  expect((await tableOf("dModel=7&oddWidth=zero&layout=flipped-halves")).numbers).toMatchObject({
    pairs: 3,
    sines: 3,
    cosines: 3,
    sine: 3,
    cosine: 0,
  });
});

test.each([
  ["method=alibi", "sinusoidal"],
  ["dModel=8&precision=float32", "exact"],
  ["dModel=8&outputScale=2", "outputScale"],
  ["dModel=8&base=0.5", "1 or more"],
  ["dModel=eight", "eight"],
])("%s is refused with a reason", async (text, reason) => {
  await expect(tableOf(text)).rejects.toThrow(reason);
});

const subject = { spec: "a test of the record", from: 0, to: 262_144, callRows: 1024 };
const open = (again = false) => openRecord(subject, 4, again);

afterEach(() => rmSync(dirname(open().summaryFile), { recursive: true, force: true }));

test("a record goes on where it stopped, and does not depend on the order", () => {
  const lines = ["stretch 1 100 2 b", "stretch 0 100 0 a", "fault 131080 3 0.5 0.25", "stretch 3 100 1 d"];
  const first = open();
  for (const line of lines) first.add(line);
  first.add("something else");
  const second = open();
  expect(second.doneList()).toBe("0-1,3-3");
  expect(second.entries).toBe(300);
  expect(second.isComplete()).toBe(false);
  second.add("fault 131080 3 0.5 0.25"); // found again, as its stretch was cut short
  second.add("stretch 2 100 0 c");
  expect(second.isComplete()).toBe(true);
  const summary = second.summarise(2);
  expect(summary).toMatchObject({ ...subject, entries: 400, computedAlone: 3 });
  expect(summary.faults).toEqual(["131080 3 0.5 0.25"]);
  const other = open(true);
  expect(other.entries).toBe(0);
  for (const line of ["stretch 3 1 0 d", "stretch 2 1 0 c", "stretch 1 1 0 b", "stretch 0 1 0 a"])
    other.add(line);
  expect(other.summarise(1).hash).toBe(summary.hash);
});
