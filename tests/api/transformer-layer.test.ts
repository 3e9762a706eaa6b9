/** transformerLayer: against the functions of its parts, with every option, and on wrong arguments. */
import { type ErrorCode, type LearnedNorm, load, type Posenc } from "posenc/full";
import { describe, expect, test } from "vitest";
import { expectError } from "./harness/expect-error.ts";
import { loadFaulty } from "./harness/faulty-module.ts";
import { changed, noise, type Options, problem, shapes } from "./harness/transformer-problem.ts";

const pe = await load();
const added = (a: Float32Array, b: Float32Array) => a.map((value, i) => value + b[i]!);

/** The layer by the functions of its parts. */
function composed(pe: Posenc, x: Float32Array, options: Options): Float32Array {
  const {
    dModel,
    heads,
    kvHeads = heads,
    weights,
    weightLayout,
    norm,
    normFirst,
    eps,
    activation,
    rotary,
    ...scores
  } = options;
  const { precise } = scores;
  const headDim = weights.query.weight.length / (dModel * heads);
  const product = (n: Float32Array, layer: { weight: Float32Array; bias?: Float32Array }, inner: number) =>
    pe.linear(n, { ...layer, inner, weightLayout, precise });
  const normed = (n: Float32Array, { gain, bias }: LearnedNorm = {}) =>
    norm === "rms" ? pe.rmsNorm(n, { dModel, gain, eps }) : pe.layerNorm(n, { dModel, gain, bias, eps });
  const turned = (n: Float32Array, heads: number) =>
    rotary === undefined ? n : pe.rotate(n, { ...rotary, heads, headDim } as never);
  const attend = (n: Float32Array) => {
    const q = turned(product(n, weights.query, dModel), heads);
    const k = turned(product(n, weights.key, dModel), kvHeads);
    const v = product(n, weights.value, dModel);
    const { output } = pe.attention({ q, k, v, heads, kvHeads, headDim, ...scores });
    return product(output, weights.output, heads * headDim);
  };
  const activate = (n: Float32Array) => {
    if (activation === "gelu") return pe.gelu(n);
    if (activation === "gelu-tanh") return pe.gelu(n, { approximate: "tanh" });
    return activation === "silu" ? pe.silu(n) : pe.relu(n);
  };
  const feed = (n: Float32Array) => {
    const up = product(n, weights.up, dModel);
    const inner = weights.gate
      ? activate(product(n, weights.gate, dModel)).map((value, i) => value * up[i]!)
      : activate(up);
    return product(inner, weights.down, weights.up.weight.length / dModel);
  };
  if (normFirst) {
    const y = added(x, attend(normed(x, weights.attentionNorm)));
    return added(y, feed(normed(y, weights.feedForwardNorm)));
  }
  const y = normed(added(x, attend(x)), weights.attentionNorm);
  return normed(added(y, feed(y)), weights.feedForwardNorm);
}

const more: Record<string, Partial<Options>> = {
  plain: {},
  causal: { causal: true },
  rotary: { rotary: { pairing: "halves", start: 5 }, causal: true },
  "another spec": { rotary: { method: "rope", pairing: "interleaved", base: 100, stride: 2 } },
  capped: { softcap: 2, scale: 0.3, window: { before: 3, after: 1 } },
  precise: { precise: true, eps: 0.5 },
};

describe.each(shapes)(
  "$tokens tokens × $dModel, $heads and $kvHeads heads of $headDim, $hidden hidden",
  (sizes) => {
    const { x, options } = problem(sizes);

    describe.each(Object.entries(more))("%s", (_, given) => {
      test("has the bits of its parts", () => {
        for (const norm of ["layer", "rms"] as const)
          for (const normFirst of [false, true])
            for (const activation of ["relu", "gelu", "gelu-tanh", "silu"] as const)
              for (const gated of [false, true]) {
                const full = changed(options, { ...given, norm, normFirst, activation, gated });
                const got = pe.transformerLayer(x, full);
                expect(got).toHaveLength(x.length);
                expect(got).toEqual(composed(pe, x, full));
                expect(got.every(Number.isFinite)).toBe(true);
              }
      });
    });

    test("has the bits of its parts with a mask and biases", () => {
      const { tokens, heads } = sizes;
      const [mask, bias] = [new Uint8Array(tokens * tokens), noise(heads * tokens * tokens, 11)];
      for (let i = 0; i < mask.length; i++) mask[i] = i % 3;
      const relativeBias = noise(tokens === 0 ? 0 : 2 * tokens - 1, 12);
      const full = changed(options, { mask, bias, relativeBias, gated: true });
      expect(pe.transformerLayer(x, full)).toEqual(composed(pe, x, full));
    });
  },
);

test("feed-forward layers far wider than the model have room of their own", () => {
  const { x, options } = problem({ tokens: 3, dModel: 2, heads: 1, kvHeads: 1, headDim: 2, hidden: 3001 });
  for (const precise of [false, true]) {
    const full = changed(options, { gated: true, precise });
    expect(pe.transformerLayer(x, full)).toEqual(composed(pe, x, full));
  }
});

const { x, options: gatedOptions } = problem(shapes[3]!);
const options = changed(gatedOptions, { gated: false });

describe("options", () => {
  test("weights by inputs are those by outputs, transposed", () => {
    const transposed = (weight: Float32Array, inner: number) => {
      const outputs = weight.length / inner;
      return weight.map((_, i) => weight[(i % outputs) * inner + Math.floor(i / outputs)]!);
    };
    const { weights } = gatedOptions;
    const { dModel } = options;
    const turned = (name: "query" | "key" | "value" | "output" | "up" | "gate" | "down") => {
      const inner = { output: 8, down: 31 }[name as "output"] ?? dModel;
      return [name, { ...weights[name], weight: transposed(weights[name].weight, inner) }] as const;
    };
    const linear = (["query", "key", "value", "output", "up", "gate", "down"] as const).map(turned);
    const byInputs = { ...weights, ...Object.fromEntries(linear) };
    expect(pe.transformerLayer(x, { ...gatedOptions, weights: byInputs, weightLayout: "in-out" })).toEqual(
      pe.transformerLayer(x, gatedOptions),
    );
  });

  test("have the defaults of the paper", () => {
    const told = {
      norm: "layer",
      normFirst: false,
      activation: "relu",
      eps: 1e-5,
      weightLayout: "out-in",
    } as const;
    expect(pe.transformerLayer(x, { ...options, ...told, causal: false, scale: 1 / Math.sqrt(2) })).toEqual(
      pe.transformerLayer(x, options),
    );
    const rms = changed(gatedOptions, { norm: "rms", gated: true });
    expect(pe.transformerLayer(x, { ...rms, eps: 1e-6 })).toEqual(pe.transformerLayer(x, rms));
  });

  test("parameters that are left out are 1 and 0", () => {
    const { attentionNorm, feedForwardNorm, ...linear } = options.weights;
    const [gain, bias] = [new Float32Array(8).fill(1), new Float32Array(8)];
    const told = { ...linear, attentionNorm: { gain, bias }, feedForwardNorm: { gain, bias } };
    expect(pe.transformerLayer(x, { ...options, weights: linear })).toEqual(
      pe.transformerLayer(x, { ...options, weights: told }),
    );
    const bare = { ...options.weights, down: { weight: options.weights.down.weight } };
    const zero = { ...bare, down: { ...bare.down, bias: new Float32Array(8) } };
    expect(pe.transformerLayer(x, { ...options, weights: bare })).toEqual(
      pe.transformerLayer(x, { ...options, weights: zero }),
    );
  });
});

describe("out", () => {
  test("is filled and returned, and may be x", () => {
    const due = pe.transformerLayer(x, gatedOptions);
    const out = new Float32Array(x.length);
    expect(pe.transformerLayer(x, { ...gatedOptions, out })).toBe(out);
    expect(out).toEqual(due);
    const own = x.slice();
    pe.transformerLayer(own, { ...gatedOptions, out: own });
    expect(own).toEqual(due);
  });

  test("may share memory with x and with weights, which are read first", () => {
    const due = pe.transformerLayer(x, gatedOptions);
    const shared = new Float32Array(x.length + 8);
    shared.set(x);
    pe.transformerLayer(shared.subarray(0, x.length), { ...gatedOptions, out: shared.subarray(8) });
    expect(shared.subarray(8)).toEqual(due);
    const { weights } = gatedOptions;
    const weight = new Float32Array(weights.up.weight.length);
    weight.set(weights.up.weight);
    const own = { ...weights, up: { ...weights.up, weight } };
    expect(
      pe.transformerLayer(x, { ...gatedOptions, weights: own, out: weight.subarray(0, x.length) }),
    ).toEqual(due);
  });
});

describe("wrong arguments", () => {
  const { weights } = gatedOptions;
  const short = (name: "query" | "key" | "value" | "output" | "up" | "gate" | "down", by = 1) => ({
    weights: { ...weights, [name]: { ...weights[name], weight: weights[name].weight.subarray(by) } },
  });
  const cases: [string, object, typeof TypeError | typeof RangeError, ErrorCode, string][] = [
    ["no width", { dModel: undefined }, TypeError, "missing", "dModel"],
    ["another width", { dModel: 7 }, RangeError, "length", "x"],
    ["no heads", { heads: undefined }, TypeError, "missing", "heads"],
    ["heads that do not share", { kvHeads: 3 }, RangeError, "range", "kvHeads"],
    ["more heads than queries", { heads: 6, kvHeads: 2 }, RangeError, "length", "weights.query.weight"],
    ["no weights", { weights: undefined }, TypeError, "type", "weights"],
    ["no keys", { weights: { ...weights, key: undefined } }, TypeError, "type", "weights.key"],
    [
      "no outputs",
      { weights: { ...weights, up: { weight: new Float32Array(0) } } },
      RangeError,
      "range",
      "hidden",
    ],
    ["a short query", short("query"), RangeError, "length", "weights.query.weight"],
    ["a short key", short("key"), RangeError, "length", "weights.key.weight"],
    ["a short value", short("value"), RangeError, "length", "weights.value.weight"],
    ["a short output", short("output"), RangeError, "length", "weights.output.weight"],
    ["a short up", short("up"), RangeError, "length", "weights.up.weight"],
    ["a gate narrower than up", short("gate", 8), RangeError, "length", "weights.gate.weight"],
    ["a short down", short("down"), RangeError, "length", "weights.down.weight"],
    [
      "a bias of another width",
      { weights: { ...weights, up: { ...weights.up, bias: new Float32Array(8) } } },
      ...([RangeError, "length", "weights.up.bias"] as const),
    ],
    [
      "a gain of another width",
      { weights: { ...weights, feedForwardNorm: { gain: new Float32Array(7) } } },
      ...([RangeError, "length", "weights.feedForwardNorm.gain"] as const),
    ],
    ["a bias of an RMS norm", { norm: "rms" }, TypeError, "unknown-option", "bias"],
    ["another norm", { norm: "batch" }, RangeError, "range", "norm"],
    ["another activation", { activation: "swiglu" }, RangeError, "range", "activation"],
    ["eps of 0", { eps: 0 }, RangeError, "range", "eps"],
    [
      "a rotary of other heads",
      { rotary: { headDim: 4, pairing: "halves" } },
      RangeError,
      "range",
      "rotary.headDim",
    ],
    ["an offset", { offset: 1 }, TypeError, "unknown-option", "offset"],
    ["a mask of another length", { mask: new Uint8Array(3) }, RangeError, "length", "mask"],
    ["another out", { out: new Float32Array(3) }, RangeError, "length", "out"],
  ];

  test.each(cases)("%s", (_, wrong, kind, code, param) => {
    expectError(() => pe.transformerLayer(x, { ...gatedOptions, ...wrong }), kind, code, param);
  });

  test("an error of a length names where it comes from", () => {
    const error = expectError(
      () => pe.transformerLayer(x, { ...gatedOptions, ...short("key") }),
      RangeError,
      "length",
      "weights.key.weight",
    );
    expect(error.message).toBe(
      "weights.key.weight must have kvHeads · headDim · dModel = 4 · 8 = 32 entries; got 31",
    );
  });
});

test("1000 calls do not use up memory", async () => {
  let memory: WebAssembly.Memory | undefined;
  const { pe } = await loadFaulty((module) => {
    memory = module.wasmMemory;
    return {};
  });
  const { x, options } = problem({ ...shapes[4]!, tokens: 512 }); // more than the small block has room for
  const call = (i: number) => {
    const tokens = x.subarray(0, (i % 4 === 0 ? 512 : i % 32) * 72);
    pe.transformerLayer(tokens, {
      ...options,
      causal: true,
      window: { before: 7 },
      rotary: { pairing: "halves" },
    });
  };
  for (let i = 0; i < 8; i++) call(i);
  const warm = memory!.buffer.byteLength;
  for (let i = 0; i < 1000; i++) call(i);
  expect(memory!.buffer.byteLength).toBe(warm);
});
