/** Wrong arguments of single functions. each-argument.test.ts has what holds for all functions. */
import type { PosencError } from "posenc/full";
import { describe, expect, test } from "vitest";
import { expectWell } from "./harness/any-input.ts";
import { errorOf, expectError } from "./harness/expect-error.ts";
import {
  type CallName,
  calls,
  detached,
  image,
  learned,
  nerf,
  paper,
  pe,
  perceptron,
  random,
  rope,
  view,
  x,
} from "./harness/replaced-options.ts";

/** Changes to the options of a call, by the error that they cause: its code and the argument at fault. */
type Cases = Record<string, [change: object, spec?: unknown][]>;
const cases: Partial<Record<CallName, Cases>> = {
  sinusoidal: {
    "range dModel": [[{ dModel: 0 }], [{ dModel: 7 }], [{ dModel: 65538 }]],
    "range base": [[{ base: 0 }], [{ base: -10000 }], [{ base: 1e-10 }], [{ base: 1e301 }]],
    "range layout": [[{ layout: "halfs" }]],
    "range start": [[{ start: 2 ** 53 + 2 }], [{ start: 2 ** 53 }]],
    "range positions[1]": [
      [{ positions: [0, 2 ** 53 + 2], length: undefined }],
      [{ positions: Float64Array.of(1, -Infinity), length: undefined }],
    ],
    "memory-limit length": [[{ length: 2 ** 31 }], [{ length: 2 ** 32 + 5 }], [{ length: 2 ** 53 - 1 }]],
    "conflict start": [[{ positions: [1, 2, 3], start: 1 }]],
    "length length": [[{ positions: [1, 2, 3], length: 2 }]],
    "missing dModel": [[{ dModel: undefined }]],
    "missing length": [[{ length: undefined }]],
  },
  encode: {
    "memory-limit length": [
      [{ length: 2 ** 31 }],
      [{ length: 2 ** 32 + 5 }],
      [{ length: 2 ** 53 - 1 }],
      [{ length: 2 ** 53 - 1 }, { method: "index" }],
    ],
    "memory-limit shape": [[{}, { ...image, dModel: 4096, shape: [32768, 32768] }]],
    "missing length": [[{}], [{}, { method: "index" }]],
    "type points": [[{}, nerf]],
    "type points[0]": [[{ points: ["1", 2] }, nerf]],
    "length points": [[{ points: [1, 2, 3] }, nerf]],
    "range points[1]": [
      [{ points: [1, Number.NaN] }, nerf],
      [{ points: [1, 2 ** 54] }, nerf],
    ],
    "unknown-option length": [
      [{ points: [1, 2], length: 1 }, nerf],
      [{ length: 4 }, image],
    ],
    "length matrix": [
      [
        { points: [1, 2], matrix: [1] },
        { method: "random-fourier", dimensions: 2, features: 3 },
      ],
    ],
    "range matrix[5]": [
      [
        { points: [1, 2], matrix: [0, 0, 0, 0, 0, 2e9] },
        { method: "random-fourier", dimensions: 2, features: 3 },
      ],
    ],
    "type table": [
      [{ length: 1 }, learned],
      [{ length: 1, table: new Float64Array(6) }, learned],
    ],
    "length table": [[{ length: 1, table: random(5) }, learned]],
    "detached table": [[{ length: 1, table: detached }, learned]],
    "range start": [
      [{ length: 1, start: 0.5, table: random(6) }, learned],
      [{}, { ...image, start: 2 ** 53 }],
    ],
    "length out": [[{ out: new Float32Array(31) }, image]],
    "range scale": [[{ length: 1 }, { ...paper, base: 1e-9, scale: 1e6 }]],
  },
  frequencies: {
    "range method": [[{ method: "Sinusoidal" }]],
    "missing method": [[{ method: undefined }]],
  },
  heatmap: {
    "range width": [[{ width: 32769 }]],
    "missing width": [[{ width: undefined }]],
    "range mode": [[{ mode: "mean" }]],
    "range positionAxis": [[{ positionAxis: "z" }]],
    "range as": [[{ as: "rgb" }]],
    "range view.positions": [
      [{ view: { ...view, positions: [4, 0] } }],
      [{ view: { ...view, positions: [4, 4] } }],
      [{ view: { ...view, positions: [0, 1, 2] } }],
    ],
    "range view.positions[1]": [[{ view: { ...view, positions: [0, Infinity] } }]],
    "missing view.positions[1]": [[{ view: { ...view, positions: [0] } }]],
    "range view.dimensions[1]": [[{ view: { ...view, dimensions: [0, 9] } }]],
    "range view.dimensions[0]": [[{ view: { ...view, dimensions: [-1, 4] } }]],
  },
  attention: {
    "range heads": [[{ heads: 0 }]],
    "missing heads": [[{ heads: undefined }]],
    "range headDim": [[{ headDim: 0 }]],
    "missing headDim": [[{ headDim: undefined }], [{ headDim: undefined, queries: 0 }]],
    "range kvHeads": [[{ kvHeads: 3 }]],
    "range scale": [[{ scale: 1e39 }]],
    "range softcap": [[{ softcap: 0 }], [{ softcap: -1 }], [{ softcap: Number.NaN }]],
    "range offset": [[{ offset: 0.5 }], [{ offset: 2 ** 28 + 1 }]],
    "range align": [[{ align: "middle" }]],
    "type align": [[{ align: true }]],
    "conflict align": [[{ align: "end", offset: 0 }]],
    "missing offset": [[{ causal: true, q: random(24), queries: 2 }]],
    "range window.before": [[{ window: { before: -1 } }]],
    "type window": [[{ window: 5 }]],
    "unknown-option left": [[{ window: { left: 5 } }]],
    "range scores": [[{ scores: "all" }]],
    "type precise": [[{ precise: 1 }]],
    "type mask": [[{ mask: new Float32Array(35) }]],
    "length mask": [[{ mask: new Uint8Array(36) }]],
    "length bias": [[{ bias: new Float32Array(7) }]],
    "type bias": [[{ bias: new Float64Array(35) }]],
    "length relativeBias": [[{ relativeBias: new Float32Array(35) }]],
  },
  rotate: {
    "length x": [[{}, random(9)]],
    "range heads": [[{ heads: 0 }]],
    "missing heads": [[{ heads: undefined }]],
    "missing pairing": [[{ pairing: undefined }]],
    "range pairing": [[{ pairing: "neox" }]],
    "range rotaryDim": [[{ rotaryDim: 6 }], [{ rotaryDim: 3 }]],
    "unknown-option headDim": [[{ method: "sinusoidal" }], [{ preset: "llama-2" }]],
    "conflict side": [[{ side: "query" }]],
    "missing side": [[{ method: "xpos" }]],
    "range side": [[{ method: "xpos", side: "value" }]],
    "range start": [[{ start: Number.NaN }], [{ start: 2 ** 53, stride: 2 ** 53 }]],
    "type stride": [[{ stride: "1" }]],
    "conflict start": [[{ positions: [1, 2, 3], start: 1 }]],
    "conflict stride": [[{ positions: [1, 2, 3], stride: 1 }]],
    "length positions": [
      [{ positions: [1, 2] }],
      [{ positions: [[1, 2, 3]] }],
      [{ sections: [1, 1], positions: [[1, 2, 3]] }],
    ],
    "type positions[1]": [[{ positions: [1, "2", 3] }], [{ sections: [1, 1], positions: [[1, 2, 3], {}] }]],
    // biome-ignore format: one line for each list of lists
    "length positions[1]": [[{ sections: [1, 1], positions: [[1, 2, 3], [1, 2]] }]],
    // biome-ignore format: one line for each list of lists
    "type positions[1][2]": [[{ sections: [1, 1], positions: [[1, 2, 3], [1, 2, null]] }]],
    "length out": [[{ out: random(23) }]],
    "type inverse": [[{ inverse: 1 }]],
    "type gradient": [[{ gradient: "yes" }]],
    "unknown-option headsDim": [[{ out: x, headsDim: 4 }]],
  },
  rotateBy: {
    "length x": [[{}, random(9)]],
    "detached x": [[{}, detached]],
    "range rotaryDim": [[{ rotaryDim: 6 }]],
    "type cos": [[{ cos: undefined }], [{ cos: [1, 2] }]],
    "length cos": [[{ cos: random(5) }]],
    "length sin": [[{ sin: random(5) }], [{ cos: random(12) }]],
    "unknown-option start": [[{ start: 1 }]],
    "unknown-option base": [[{ base: 1000 }]],
  },
  rerotate: {
    "type keys": [[{}, [1, 2]]],
    "length keys": [[{}, random(9)]],
    "detached keys": [[{}, detached]],
    "range heads": [[{ heads: 0 }]],
    "missing heads": [[{ heads: undefined }]],
    "type from": [[{ from: undefined }], [{ from: "llama-3" }]],
    "missing from.pairing": [[{ from: { headDim: 4 } }]],
    "missing to.pairing": [[{ to: { headDim: 4 } }]],
    "unsupported from.method": [[{ from: { method: "alibi" } }]],
    "range to.base": [[{ to: { ...rope, base: 0 } }]],
    "range to.headDim": [[{ to: { ...rope, headDim: 8 } }]],
    "range to.rotaryDim": [[{ to: { ...rope, rotaryDim: 2 } }], [{ to: { ...rope, rotaryDim: 6 } }]],
    "range to.pairing": ["adjacent", "neox"].map((pairing) => [{ to: { ...rope, pairing } }]),
    "unknown-option positions": [[{ positions: [1, 2, 3] }]],
    "unknown-option start": [[{ from: { ...rope, start: 1 } }]],
    "unknown-option side": [[{ side: "key" }], [{ from: { method: "xpos", ...rope, side: "key" } }]],
    "type fromPositions": [[{ fromPositions: undefined }], [{ fromPositions: 5 }]],
    "length fromPositions": [[{ fromPositions: [1, 2] }]],
    "type toPositions": [[{ toPositions: undefined }]],
    "length toPositions": [[{ to: { ...rope, sections: [1, 1] }, toPositions: [[1, 2, 3]] }]],
    "range toPositions[2]": [[{ toPositions: [1, 2, 2 ** 53 + 2] }], [{ toPositions: [1, 2, Number.NaN] }]],
    // biome-ignore format: one line for each list of lists
    "length toPositions[1]": [[{ to: { ...rope, sections: [1, 1] }, toPositions: [[1, 2, 3], [1, 2]] }]],
    "type out": [[{ out: new Float64Array(24) }]],
    "length out": [[{ out: random(23) }]],
  },
  rotaryTable: {
    "missing length": [[{}]],
    "range length": [[{ length: -1 }]],
    "length positions": [[{ length: 2, positions: [1] }]],
    "memory-limit length": [
      [{ length: 2 ** 40 }],
      [{ length: 2 ** 53 - 1, stride: 0 }],
      [
        { length: 2 ** 53 - 1, side: "key" },
        { method: "xpos", ...rope },
      ],
    ],
    "memory-limit positions.length": [[{ positions: new Array(2 ** 32 - 1) }]],
    "unknown-option inverse": [[{ length: 1, inverse: true }]],
    "missing pairing": [[{ length: 1 }, { method: "rope", headDim: 4 }]],
  },
  permutePairing: {
    "missing to": [[{ to: undefined }]],
    "range to": [[{ to: "half" }]],
    "range headDim": [[{ headDim: 5 }]],
    "range rotaryDim": [[{ rotaryDim: 6 }]],
    "range columns": [[{ columns: 0 }]],
    "length x": [[{ columns: 5 }], [{}, random(6)]],
    "type out": [[{ out: new Uint8Array(24) }]],
  },
  attentionFactor: { "missing pairing": [[{ method: "rope", headDim: 4 }]] },
  bias: {
    "unknown-option table": [[{ table: new Float32Array(64) }]],
    "unknown-option r1": [[{ r1: [1] }, { method: "t5" }]],
    "unknown-option as": [[{ as: "vector" }, { method: "fire" }]],
    "type table": [[{}, { method: "t5" }]],
    "length table": [[{ table: new Float32Array(63) }, { method: "t5" }]],
    "type r2": [[{ r1: [1, 2] }, { method: "kerple" }]],
    "length r1": [[{ r1: [1], r2: [1, 1] }, { method: "kerple" }]],
    "range r1[1]": [[{ r1: [1, 0], r2: [1, 1] }, { method: "kerple" }]],
    "type perceptron": [[{}, { method: "fire" }]],
    "length perceptron.hiddenBias": [
      [{ perceptron: { ...perceptron, hiddenBias: random(0) } }, { method: "fire" }],
    ],
    "length perceptron.outputWeight": [
      [{ perceptron: { ...perceptron, outputWeight: random(3) } }, { method: "fire" }],
    ],
    "unknown-option units": [[{ perceptron: { ...perceptron, units: 1 } }, { method: "fire" }]],
    "range offset": [
      [{ offset: 0.5 }],
      [{ offset: 2 ** 53 }],
      [{ offset: -1, perceptron }, { method: "fire" }],
      [{ align: "end", keys: 2, perceptron }, { method: "fire" }],
    ],
    "conflict align": [[{ align: "start", offset: 0 }]],
    "missing offset": [
      [{ causal: true, keys: 4 }],
      [{ causal: true, keys: 4, perceptron }, { method: "fire" }],
    ],
    "range heads": [[{ heads: 0 }]],
    "memory-limit queries": [[{ heads: 16, queries: 65536 }]],
    "unsupported method": [
      [{}, paper],
      [{}, { method: "shaw", clip: 1 }],
      [{}, { method: "deberta" }],
      [{}, { method: "transformer-xl", dModel: 4 }],
    ],
  },
  swin: {
    "unknown-option offset": [[{ offset: 1 }]],
    "unknown-option align": [[{ align: "end" }]],
    "range queries": [[{ queries: 48 }]],
  },
  alibiSlopes: { "range heads": [[{ heads: 65537 }]] },
  relativeIndex: {
    "unsupported method": [[{ queries: 3 }, { method: "alibi" }]],
    "memory-limit window": [[{}, { method: "swin", window: [4096, 4096] }]],
  },
};

/** The codes of RangeErrors; all others are TypeErrors. */
const ranges = /^(range|length|memory-limit|unsupported) /;
/** The form of the sentence, by code. */
const sentences: Record<string, RegExp> = { range: /^.+ must .+; (got|it is) .+/, missing: /is required: / };

describe.each(Object.entries(cases))("%s", (name, of) => {
  const rows = Object.entries(of).flatMap(([error, changes]) => changes.map((change) => ({ error, change })));
  test.each(rows)("$error: $change", ({ error: wanted, change: [change, spec] }) => {
    const [code, param] = wanted.split(" ") as [PosencError["code"], string];
    const kind = ranges.test(wanted) ? RangeError : TypeError;
    const error = expectError(() => calls[name as CallName](change, spec as object), kind, code, param);
    if (code in sentences) expect(error.message).toMatch(sentences[code]!);
    expectWell(pe);
  });
});

test("errors name the limit, the value and the fix", () => {
  const messageOf = (call: () => unknown) => errorOf(call).message;
  expect(messageOf(() => calls.sinusoidal({ dModel: 7.5 }))).toBe(
    "dModel must be an even integer from 2 to 65536; got 7.5",
  );
  expect(messageOf(() => calls.attention({ heads: 8, kvHeads: 3, headDim: 1 }))).toContain("3 and 8");
  expect(messageOf(() => calls.rotate({ rotaryDim: 6 }))).toBe("rotaryDim must be at most headDim, 4; got 6");
  for (const spec of [
    { method: "shaw", clip: 1 },
    { method: "deberta" },
    { method: "transformer-xl", dModel: 4 },
  ])
    expect(messageOf(() => calls.bias({}, spec))).toContain("relativeScores");
});
