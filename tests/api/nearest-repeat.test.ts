/** The search for near repeats against independent numbers. Titles name the items of the checklist. */
import { load, type NearestRepeatOptions, type RepeatProgress, type Spec } from "posenc/full";
import { describe, expect, test } from "vitest";
import { rejectionOf } from "./harness/expect-error.ts";
import { fixture } from "./harness/fixture.ts";
import { expectDouble, paper, sines } from "./harness/plain-encodings.ts";

const pe = await load();
const { repeats } = fixture("properties");

describe("nearest repeats", () => {
  type Row = [dModel: number, from: number, to: number, offset: number, distance: string];
  test.each(repeats.widthFirstLastAtDistance as Row[])(
    "d = %i, offsets %i to %i: nearest at %i, %s",
    async (dModel, from, to, offset, distance) => {
      const found = await pe.nearestRepeat(paper(dModel), { from, to });
      expect(found.offset).toBe(offset);
      expectDouble(found.distance, distance, dModel + 64);
      expect(found.distance).toBeGreaterThan(0);
    },
    60_000,
  );

  test("two rows are never closer than neighbours within 1000 positions of d = 512", () => {
    expect(pe.nearestRepeatSync(paper(512), { to: 1000 }).offset).toBe(1);
  });

  test("reports its progress, and the best offset so far", async () => {
    const seen: RepeatProgress[] = [];
    const options = { from: 2, to: 300_000, onProgress: (progress: RepeatProgress) => seen.push(progress) };
    const found = await pe.nearestRepeat(paper(128), options);
    expect(found).toEqual(pe.nearestRepeatSync(paper(128), { from: 2, to: 300_000 }));
    expect(seen.length).toBeGreaterThan(1);
    for (const [i, { next, done, distance }] of seen.entries()) {
      expect(done).toBeCloseTo((next - 2) / 299_999, 12);
      if (i > 0) {
        expect(next).toBeGreaterThan(seen[i - 1]!.next);
        expect(distance).toBeLessThanOrEqual(seen[i - 1]!.distance);
      }
    }
    expect(seen.at(-1)).toEqual({ ...found, next: 300_001, done: 1 });
  });

  test("leaves time for other work, and ends on a signal", async () => {
    const controller = new AbortController();
    const reason = new Error("seen enough");
    const long = pe.nearestRepeat(paper(512), { to: 2 ** 53 - 128, signal: controller.signal });
    setTimeout(() => controller.abort(reason), 50);
    await expect(long).rejects.toBe(reason);
    await expect(pe.nearestRepeat(paper(2), { to: 10, signal: controller.signal })).rejects.toBe(reason);
    expect(await pe.nearestRepeat(paper(2), { to: 44 })).toMatchObject({ offset: 44 });
  });

  test("an error of the caller's callback ends it", async () => {
    const error = new Error("mine");
    const onProgress = () => {
      throw error;
    };
    await expect(pe.nearestRepeat(paper(2), { to: 10, onProgress })).rejects.toBe(error);
  });

  test("gives the same result as a search of every offset", () => {
    const all = pe.distance({ ...paper(24), base: 500 } as Spec, { from: 1, to: 5000 });
    const best = Math.min(...all);
    const found = pe.nearestRepeatSync({ ...paper(24), base: 500 } as Spec, { to: 5000 });
    expect(found).toEqual({ offset: all.indexOf(best) + 1, distance: best });
  });

  test("bad input rejects", async () => {
    const wrong = (options: object) =>
      rejectionOf(pe.nearestRepeat(paper(8), options as NearestRepeatOptions));
    expect(await wrong({})).toMatchObject({ code: "missing", param: "to" });
    expect(await wrong({ to: 0 })).toMatchObject({ code: "range", param: "to" });
    expect(await wrong({ to: 5, from: 6 })).toMatchObject({ code: "range", param: "to" });
    expect(await wrong({ to: 2 ** 53 })).toMatchObject({ code: "range", param: "to" });
    expect(await wrong({ to: 5, onProgress: {} })).toMatchObject({ code: "type", param: "onProgress" });
    expect(await wrong({ to: 5, signal: true })).toMatchObject({ code: "type", param: "signal" });
    expect(await wrong({ to: 5, signal: {} })).toMatchObject({ code: "type", param: "signal" });
    expect(await rejectionOf(pe.nearestRepeat(sines(4), { to: 5 }))).toMatchObject({ code: "unsupported" });
  });
});
