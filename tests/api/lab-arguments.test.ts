/** What the lab refuses: wrong options, wrong questions, and bytes that are no model. */
import { type LabEncoding, load, type StartOptions } from "posenc/lab";
import { describe, expect, test } from "vitest";
import { errorOf, expectError, rejectionOf } from "./harness/expect-error.ts";
import { tiny } from "./harness/tiny-model.ts";

const lab = await load();

describe("wrong arguments", () => {
  const start = (change: object) => () => lab.start({ ...tiny, ...change } as StartOptions);
  test.each<[string, string, object]>([
    ["missing", "encoding", { encoding: undefined }],
    ["range", "encoding", { encoding: "ropes" }],
    ["unknown-option", "base", { encoding: { method: "alibi", base: 3 } }],
    ["range", "base", { encoding: { method: "rope", base: 1 } }],
    ["range", "deviation", { encoding: { method: "learned", deviation: 0 } }],
    ["range", "buckets", { encoding: { method: "t5", buckets: 9 } }],
    ["range", "maxDistance", { encoding: { method: "t5", buckets: 32, maxDistance: 16 } }],
    ["range", "clip", { encoding: { method: "shaw", clip: 0 } }],
    ["type", "values", { encoding: { method: "shaw", values: 1 } }],
    ["range", "rotaryDim", { encoding: { method: "rope", rotaryDim: 6 } }],
    ["range", "rotaryDim", { encoding: { method: "rope", rotaryDim: 3 } }],
    ["unknown-option", "rotaryDim", { encoding: { method: "rope-half", rotaryDim: 2 } }],
    ["range", "scaling.type", { encoding: { method: "rope", scaling: { type: "yarm", factor: 2 } } }],
    ["missing", "scaling.factor", { encoding: { method: "rope", scaling: { type: "yarn" } } }],
    ["range", "scaling.factor", { encoding: { method: "rope", scaling: { type: "ntk", factor: 0.5 } } }],
    [
      "unknown-option",
      "beta",
      { encoding: { method: "rope", scaling: { type: "linear", factor: 2, beta: 1 } } },
    ],
    ["range", "scaling", { encoding: { method: "rope", rotaryDim: 2, scaling: { type: "ntk", factor: 2 } } }],
    [
      "range",
      "scaling.longFactor",
      {
        encoding: {
          method: "rope",
          scaling: { type: "longrope", factor: 2, shortFactor: [1, 1], longFactor: [1] },
        },
      },
    ],
    ["type", "scaling", { encoding: { method: "rope", scaling: "yarn" } }],
    ["unknown-option", "scaling", { encoding: { method: "alibi", scaling: { type: "linear", factor: 2 } } }],
    ["missing", "queryScale.beta", { encoding: { method: "none", queryScale: {} } }],
    ["range", "queryScale.length", { encoding: { method: "rope", queryScale: { beta: 1, length: 0 } } }],
    ["unknown-option", "queryScale", { encoding: { method: "shaw", queryScale: { beta: 1 } } }],
    ["range", "start", { encoding: { method: "rope", start: -1, queryScale: { beta: 1 } } }],
    ["range", "start", { encoding: { method: "sine", start: 2 ** 25 } }],
    ["unknown-option", "clip", { encoding: { method: "fire", clip: 4 } }],
    ["range", "causal", { encoding: "fox", model: { causal: false } }],
    ["range", "task", { task: "inverse" }],
    ["range", "lengths[1]", { task: { name: "copy", lengths: [3, 2] } }],
    ["range", "lengths[1]", { task: { name: "copy", lengths: [3, 1000] } }],
    ["length", "lengths", { task: { name: "copy", lengths: [3] } }],
    ["range", "width", { model: { width: 20, heads: 4 } }],
    ["range", "layers", { model: { layers: 5 } }],
    ["range", "steps", { optimiser: { warmup: 10, steps: 10 } }],
    ["type", "seed", { seed: "1" }],
    ["unknown-option", "sed", { sed: 1 }],
    [
      "memory-limit",
      "memory",
      { batch: 1024, model: { width: 256 }, task: { name: "copy", lengths: [1, 512] } },
    ],
  ])("%s %s", (code, param, change) => {
    const error = errorOf(start(change));
    expect([error.code, error.param]).toEqual([code, param]);
  });

  test("of the functions of a model", async () => {
    const training = lab.start({ ...tiny, encoding: "alibi" });
    expectError(() => training.step(0), RangeError, "range", "n");
    expectError(() => training.evaluate({ lengths: [0] }), RangeError, "range", "lengths[0]");
    const ask = (encoding: LabEncoding) => () => training.evaluate({ lengths: [2], encoding });
    const scaling = { type: "ntk", factor: 2 } as const;
    expectError(ask({ method: "rope", scaling }), RangeError, "conflict", "method");
    expectError(ask({ method: "alibi", scaling } as never), TypeError, "unknown-option", "scaling");
    const shaw = lab.start({ ...tiny, encoding: { method: "shaw", clip: 3 } });
    const clipped = () => shaw.evaluate({ lengths: [2], encoding: { method: "shaw", clip: 4 } });
    expect(expectError(clipped, RangeError, "conflict", "clip").value).toBe(4);
    const moved = () => shaw.evaluate({ lengths: [2], encoding: { method: "shaw", values: true } });
    expectError(moved, RangeError, "conflict", "values");
    expectError(() => training.attention([17]), RangeError, "range", "example[0]");
    expectError(() => training.attention([]), RangeError, "length", "example");
    expectError(() => training.probe("order" as never), RangeError, "range", "what");
    expect((await rejectionOf(training.train({ steps: 0 }))).param).toBe("steps");
  });

  test("bytes that are no model, or not all of it", () => {
    const saved = lab.start(tiny).save();
    const broken = [
      new Uint8Array(),
      saved.subarray(0, 3),
      saved.subarray(0, -4),
      saved.subarray(0, -1),
      saved.slice().fill(255, 0, 4),
    ];
    for (const bytes of broken) expectError(() => lab.resume(bytes), Error, "damaged", "saved");
    expectError(() => lab.resume([] as never), TypeError, "type", "saved");
  });
});
