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
    scale: layer.softmaxScale === null || near(layer.softmaxScale, want.scale),
    softcap: layer.softcap === (want.cap ?? null),
    sinks: layer.sinks === want.sinks,
    causal: layer.causal === want.causal,
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
