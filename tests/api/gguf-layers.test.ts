/** What `modelPositions` says of the header of a .gguf file, beside what llama.cpp computed when it was run with the same keys. */
import { type GgufFile, ggufConfig } from "posenc/files";
import { type LayerPositions, load, modelPositions } from "posenc/full";
import { expect, test } from "vitest";
import { fixture } from "./harness/fixture.ts";

interface Rope {
  dims: number;
  mode: number;
  original: number;
  base: number;
  scale: number;
  ext: number;
  factor: number;
  fast: number;
  slow: number;
  sections: boolean;
}

interface Layer {
  at: number[];
  heads: number;
  scale: number;
  bias: number;
  sinks: boolean;
  before: number;
  causal: boolean;
  cap?: number;
  grows?: true;
  rope: Rope | null;
}

type Keys = Record<string, string | number | boolean | readonly (number | boolean)[]>;
interface Row {
  architecture: string;
  keys: Keys;
  tokens: number;
  layers: Layer[];
}

const { rows } = fixture("engines/gguf-layers") as { rows: Row[] };
const pe = await load();
const near = (got: number, want: number) => Math.abs(got - want) <= 2e-5 * Math.abs(want);
const halvesBits = 2 | 8;

/** Frequencies by ggml_rope_yarn of ggml/src/ggml-cpu/ops.cpp. */
function frequenciesOf({ dims, original, base, scale, ext, fast, slow }: Rope): number[] {
  const corner = (beta: number) => (dims * Math.log(original / (beta * 2 * Math.PI))) / (2 * Math.log(base));
  const [low, high] = [Math.max(0, Math.floor(corner(fast))), Math.min(dims - 1, Math.ceil(corner(slow)))];
  return Array.from({ length: dims / 2 }, (_, pair) => {
    const own = base ** ((-2 * pair) / dims);
    const share = 1 - Math.min(1, Math.max(0, (pair - low) / Math.max(0.001, high - low)));
    const kept = ext * share;
    return own * (scale * (1 - kept) + kept);
  });
}

interface Read {
  architecture: string;
  tokens: number;
  layer: LayerPositions;
  want: Layer;
}

/** The facts of a layer that differ; those that the answer says it does not know are left out. */
function wrongIn({ architecture, tokens, layer, want }: Read): string[] {
  const { rotary, window, bias, queryScale } = layer;
  const { rope } = want;
  if (layer.attention.self === null) return [];
  const isWindow = window !== null && window !== "unknown" && "before" in window;
  const before = isWindow ? window.before : -1;
  // A run does not show a window that is longer than its text. Gemma 2 and EXAONE 4 have 4096 keys without a key for it.
  const isHidden = before === 4095 && tokens < 4096 && /^(gemma2|exaone4)$/.test(architecture);
  const facts: Record<string, boolean> = {
    attention: layer.attention.self === true,
    heads: layer.heads === null || layer.heads === want.heads,
    scale: typeof layer.softmaxScale !== "number" || near(layer.softmaxScale, want.scale),
    softcap: layer.softcap === (want.cap ?? null),
    // The sinks of MiMo are tensors that a file may leave out, and the run has none.
    sinks: layer.sinks === want.sinks || architecture === "mimo2",
    // Of types that the atlas does not have it is not known.
    causal:
      layer.causal === want.causal || (layer.causal === null && /^(orion|xverse|plm)$/.test(architecture)),
    window:
      window === "unknown" || isHidden || (window === null || isWindow ? before === want.before : false),
    bias:
      bias === "unknown" || (bias?.kind === "alibi" ? bias.spec !== null && want.bias > 0 : want.bias === 0),
    queryScale: (queryScale !== null) === (want.grows ?? false),
    rotary: rotary === "unknown" || (rotary === null) === (rope === null),
  };
  if (rotary !== null && rotary !== "unknown" && rope !== null) {
    const spec = { ...rotary, pairing: rotary.pairing! };
    const frequencies = pe.frequencies(spec as never);
    const yarn = rope.ext === 0 ? 1 : 1 + 0.1 * Math.log(1 / rope.scale);
    facts.pairing = rotary.pairing === (rope.mode & halvesBits ? "halves" : "interleaved");
    facts.width = rotary.rotaryDim === rope.dims;
    facts.frequencies = frequenciesOf(rope).every((want, pair) => near(frequencies[pair]!, want));
    // Hunyuan normalises heads after their rotation, which takes the factor away.
    facts.factor =
      architecture.startsWith("hunyuan") || near(pe.attentionFactor(spec as never), rope.factor * yarn);
    facts.sections = rope.sections === ((rotary.sections ?? rotary.axisOfPair) !== undefined);
  }
  return Object.entries(facts).flatMap(([fact, fits]) => (fits ? [] : fact));
}

/** Files whose answer lists a key that it does not understand, and the facts that this key changes. */
const told: Readonly<Record<string, readonly string[]>> = {
  "lfm2.attention.sliding_window": ["window"],
  "granite.rope.scaling.finetuned": ["rotary"],
  "mistral3.attention.temperature_scale": ["queryScale"],
  "llama.rope.scaling.type": ["frequencies"],
  "llama.rope.scaling.attn_factor": ["factor"],
  "hunyuan-dense.rope.scaling.alpha": ["frequencies"],
  "deepseek2.attention.temperature_length": ["queryScale", "scale"],
};

const named = rows.map((row) => {
  const own = Object.entries(row.keys).filter(([name]) => /attention|rope|block_count|shortconv/.test(name));
  return [`${row.architecture} ${JSON.stringify(Object.fromEntries(own))}`, row] as const;
});

test.each(named)("%s", async (_, { architecture, keys, tokens, layers }) => {
  const entries = Object.entries(keys).map(([name, value]) => [`${architecture}.${name}`, value] as const);
  const metadata = new Map<string, unknown>([["general.architecture", architecture], ...entries]);
  const read = await ggufConfig({ kind: "gguf", metadata, tensors: new Map() } as unknown as GgufFile);
  const model = modelPositions(read.config, read.pairing === null ? {} : { pairing: read.pairing });
  expect(model.layers).toHaveLength(Number(keys.block_count));
  const wrong = layers.flatMap((want) =>
    want.at.flatMap((at) => wrongIn({ architecture, tokens, layer: model.layers[at]!, want })),
  );
  const attending = new Set(layers.flatMap(({ at }) => at));
  for (const [at, { attention }] of model.layers.entries())
    if (attention.self !== null) expect([at, attention.self]).toEqual([at, attending.has(at)]);
  const excused = new Set(read.unknown.flatMap((key) => told[key] ?? []));
  expect([...new Set(wrong)].filter((fact) => !excused.has(fact))).toEqual([]);
});

/** A file with nothing but these keys, and one tensor. */
const fileOf = (architecture: string, keys: object, tensor?: [name: string, values: number[]]) =>
  ({
    kind: "gguf",
    metadata: new Map<string, unknown>([
      ["general.architecture", architecture],
      ...Object.entries(keys).map(([name, value]): [string, unknown] => [`${architecture}.${name}`, value]),
    ]),
    tensors: new Map(tensor === undefined ? [] : [[tensor[0], { shape: [tensor[1].length] }]]),
    read: async () => ({ values: tensor?.[1] }),
  }) as unknown as GgufFile;

const everyOther = { block_count: 4, "attention.sliding_window_pattern": [true, false, true, false] };
const sizes = {
  embedding_length: 256,
  "attention.head_count": 4,
  "attention.sliding_window": 16,
  ...everyOther,
};

test("Gemma 4 and MiMo have key heads by the kind of layer", async () => {
  const keyHeads = async (architecture: string, list: number[]) => {
    const read = await ggufConfig(fileOf(architecture, { ...sizes, "attention.head_count_kv": list }));
    return [read.unknown, modelPositions(read.config).layers.map((layer) => layer.keyHeads)];
  };
  expect(await keyHeads("gemma4", [4, 2, 4, 2])).toEqual([[], [4, 2, 4, 2]]);
  expect(await keyHeads("mimo2", [2, 1, 2, 1])).toEqual([[], [2, 1, 2, 1]]);
  for (const list of [
    [4, 2, 4, 1],
    [4, 2],
    [2, 2, 4, 4],
  ])
    expect((await keyHeads("gemma4", list))[0]).toEqual(["gemma4.attention.head_count_kv"]);
  expect((await keyHeads("mimo2", [4, 1, 4, 1]))[0]).toEqual(["mimo2.attention.head_count_kv"]);
});

test("Gemma 4's tensor of divisors stops the slow pairs of its full layers", async () => {
  const keys = { ...sizes, "attention.key_length": 16, "attention.key_length_swa": 8, "rope.freq_base": 1e6 };
  const read = await ggufConfig(
    fileOf("gemma4", keys, ["rope_freqs.weight", [1, 1, ...Array(6).fill(1e30)]]),
  );
  const { layers } = modelPositions(read.config);
  expect(layers[1]!.rotary).toMatchObject({ headDim: 16, base: 1e6, scaling: { type: "proportional" } });
  expect(pe.frequencies({ ...(layers[1]!.rotary as object), pairing: "halves" } as never).slice(2)).toEqual(
    new Float64Array(6),
  );
  expect(layers[0]!.rotary).toMatchObject({ headDim: 8, base: 10_000 });
});

test("Baichuan is a model of 32 layers that rotates, or of 40 with ALiBi, as llama.cpp tells them apart", async () => {
  const typeOf = async (block_count: number, embedding_length: number) => {
    const keys = { block_count, embedding_length, "attention.head_count": 32 };
    const { layers } = modelPositions((await ggufConfig(fileOf("baichuan", keys))).config);
    return layers[0]!.rotary === null ? layers[0]!.bias : layers[0]!.rotary;
  };
  expect(await typeOf(32, 4096)).toMatchObject({ base: 10_000 });
  expect(await typeOf(40, 5120)).toMatchObject({ kind: "alibi" });
  expect(await typeOf(32, 5120)).toBe("unknown");
});
