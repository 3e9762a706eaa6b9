/** Mistakes that people met in published programs, each with numbers that `diagnose` names. */
import { checkSpec, type Spec } from "../../api/spec.ts";
import { frequenciesOf, powers, type Rope } from "./findings/columns.ts";
import type { FindingName } from "./findings/findings.ts";
import {
  cacheOf,
  type MuseumNumbers,
  rightNumbers,
  tiledVectors,
  toBfloat16,
  vectorsOf,
} from "./museum-makers.ts";

/** A mistake that people met. */
export interface MuseumPiece {
  /** What happened, in a few words. */
  readonly title: string;
  /** The thread as `owner/repository#number`, or the repository. */
  readonly thread: string;
  /** What people saw, or the number that shows it. */
  readonly symptom: string;
  /** The finding that names it. */
  readonly finding: FindingName;
  /** What was expected; undefined if the numbers alone show the mistake. */
  readonly expected?: Spec;
  /** Makes numbers with the mistake, for `diagnose`. They are small models of the mistake, not the numbers of the thread. */
  readonly make: () => MuseumNumbers;
  /** Makes the same numbers without the mistake. */
  readonly right: () => MuseumNumbers;
}

/** A piece in the list below. */
interface Draft extends Omit<MuseumPiece, "right"> {
  /** What is right. Default: what was expected, or the plain rotation of a head of 64 channels. */
  readonly truth?: Spec;
  readonly right?: MuseumPiece["right"];
}

/** Near and far positions. */
const FAR = [0, 1, 2, 3, 100, 511, 513, 1000, 2049, 4001];
const NEAR = [0, 1, 2, 3, 4, 5, 6, 7];

const rope = (headDim: number, base: number, rest: object = {}) =>
  ({ method: "rope", headDim, base, pairing: "halves", ...rest }) as Spec & { method: "rope" };

/** The frequencies of a spec, with some fields changed. */
const of = (spec: Spec, change: Partial<Rope> = {}) =>
  frequenciesOf({ ...(checkSpec(spec) as Rope), ...change });

const yarn = (base: number, factor: number, originalLength: number) =>
  rope(64, base, { scaling: { type: "yarn", factor, originalLength } });

const gptOss: Spec = { preset: "gpt-oss" };
const ministral = yarn(1_000_000, 16, 16_384);
const laguna = yarn(500_000, 64, 4_096);
const half = rope(64, 10_000, { rotaryDim: 32 });
const qwen35 = rope(256, 10_000_000, { rotaryDim: 64 });
const text = rope(64, 10_000);
const interleaved = rope(64, 10_000, { pairing: "interleaved" });
const qwen2vl = rope(32, 1_000_000, { sections: [4, 6, 6] });
const indexer: Spec = { preset: "deepseek-v3.2-indexer" };
const phi: Spec = { preset: "phi-3", currentLength: 1000 };
const dynamic = rope(64, 10_000, { scaling: { type: "dynamic", factor: 4, originalLength: 2048 } });
const rounded = () => {
  const { scaling } = checkSpec(gptOss) as Rope;
  return of(gptOss, scaling.type === "yarn" ? { scaling: { ...scaling, truncate: true } } : {});
};
const longList = () => of(phi, { currentLength: 5000 });

const padding = [[0, 0, 0, 1, 1, 1, 1, 1]];

/** An image of 3 × 3 patches between words: time, height and width of each token. */
const image = [0, 1, 2, ...new Array(9).fill(3), 6, 7];
const axes = [
  image,
  image.map((p, k) => (p === 3 ? 3 + Math.floor((k - 3) / 3) : p)),
  image.map((p, k) => (p === 3 ? 3 + (k % 3) : p)),
];

const drafts: readonly Draft[] = [
  {
    title: "Trainer and engine differ: the attention factor is dropped",
    thread: "PrimeIntellect-ai/prime-rl#2802",
    symptom: "A divergence of 0.030 in place of 0.0015; the factor is 1 in place of 1.4159",
    finding: "attention-factor-missing",
    expected: laguna,
    make: () => cacheOf(of(laguna), NEAR),
  },
  {
    title: "Ministral 3 differs from its reference: an unread field",
    thread: "vllm-project/vllm#48621",
    symptom: "A factor of 1 in place of 1.2773: scores are 1.63 times too small",
    finding: "attention-factor-missing",
    expected: ministral,
    make: () => vectorsOf({ frequencies: of(ministral), pairing: "halves", positions: FAR }),
  },
  {
    title: "Fluent text that ignores the prompt: a factor that the model does not have",
    thread: "turboderp-org/exllamav3#259",
    symptom: "A factor of 1.2773 in place of 1",
    finding: "attention-factor-other",
    expected: rope(64, 1_000_000, {
      scaling: { type: "yarn", factor: 16, originalLength: 16_384, attentionFactor: 1 },
    }),
    make: () => cacheOf(of(ministral), NEAR, { factor: 0.1 * Math.log(16) + 1 }),
  },
  {
    title: "gpt-oss: the ends of the ramp are rounded",
    thread: "vllm-project/vllm#27722",
    symptom: "The frequency of pair 17 is 76 % larger, that of pair 16 27 %",
    finding: "ramp-rounded",
    expected: gptOss,
    make: () => ({ frequencies: rounded() }),
  },
  {
    title: "The same ramp in another engine, seen in its cache",
    thread: "sgl-project/sglang#14270",
    symptom: "0.9 rad at position 4096 on pair 12",
    finding: "ramp-rounded",
    expected: gptOss,
    make: () => cacheOf(rounded(), FAR, { factor: 0.1 * Math.log(32) + 1 }),
  },
  {
    title: "MiniMax-M2: all channels rotate in place of half of them",
    thread: "huggingface/transformers#48486",
    symptom: "A rotary width of 128 in place of 64; a divergence of 13",
    finding: "wrong-rotary-width",
    expected: rope(128, 5_000_000, { rotaryDim: 64 }),
    make: () =>
      vectorsOf({ frequencies: powers(64, 5_000_000, 128), pairing: "halves", positions: NEAR, heads: 1 }),
  },
  {
    title: "GLM-4: the default of the class is not applied",
    thread: "ml-explore/mlx-lm#1698",
    symptom: "The whole head rotates in place of half of it",
    finding: "wrong-rotary-width",
    expected: half,
    make: () => vectorsOf({ frequencies: powers(32, 10_000, 64), pairing: "halves", positions: NEAR }),
  },
  {
    title: "Qwen3.5: the partial factor is ignored",
    thread: "AI-Hypercomputer/maxtext#4616",
    symptom: "Channels from 64 on change",
    finding: "wrong-rotary-width",
    expected: qwen35,
    make: () =>
      vectorsOf({ frequencies: powers(128, 10_000_000, 256), pairing: "halves", positions: NEAR, heads: 1 }),
  },
  {
    title: "The partial factor is applied twice",
    thread: "vllm-project/vllm#30349",
    symptom: "A rotary width of 16 in place of 32",
    finding: "wrong-rotary-width",
    expected: half,
    make: () =>
      vectorsOf({ frequencies: powers(8, 10_000, 16), pairing: "halves", positions: NEAR, width: 64 }),
  },
  {
    title: "Dynamic scaling hurts short prompts",
    thread: "vllm-project/vllm#3488",
    symptom: "The base of the longest text at every length: 13 times larger before the exponent",
    finding: "scaling-always",
    expected: dynamic,
    make: () => ({ frequencies: powers(32, 10_000 * 13 ** (64 / 62), 64) }),
  },
  {
    title: "The base of the file is not read",
    thread: "microsoft/onnxruntime-genai#2311",
    symptom: "10000 in place of 1000000, without a word",
    finding: "wrong-base",
    expected: rope(64, 1_000_000),
    make: () => cacheOf(powers(32, 10_000, 64), NEAR),
  },
  {
    title: "The base of the file is not read, seen in keys",
    thread: "deepspeedai/DeepSpeed#8341",
    symptom: "10000 in place of 500000",
    finding: "wrong-base",
    expected: rope(64, 500_000),
    make: () => vectorsOf({ frequencies: powers(32, 10_000, 64), pairing: "halves", positions: FAR }),
  },
  {
    title: "Phi-3 gets worse when a longer context is allocated",
    thread: "ggml-org/llama.cpp#24823",
    symptom: "The divisors of long texts at length 100",
    finding: "long-list",
    expected: phi,
    make: () => ({ frequencies: longList() }),
  },
  {
    title: "Garbage from token 4096 on: short divisors stay in the cache",
    thread: "huggingface/transformers#33129",
    symptom: "Keys under the divisors of short texts, queries under those of long ones",
    finding: "short-list",
    expected: { preset: "phi-3", currentLength: 5000 },
    make: () => ({ frequencies: of(phi) }),
  },
  {
    title: "Worse with the length: positions in bfloat16",
    thread: "huggingface/candle#3520",
    symptom: "Positions 511 and 513 become 512",
    finding: "positions-rounded",
    make: () => cacheOf(powers(32, 10_000, 64), FAR, { position: toBfloat16 }),
  },
  {
    title: "Worse with the length: frequencies in bfloat16",
    thread: "Modalities/modalities#462",
    symptom: "A phase error of 0.62 rad at position 512",
    finding: "frequencies-rounded",
    make: () => cacheOf(powers(32, 10_000, 64), FAR, { frequency: toBfloat16 }),
  },
  {
    title: "Worse with the length: phases in bfloat16",
    thread: "huggingface/transformers#29285",
    symptom: "A phase error of half a turn at position 4096",
    finding: "phases-rounded",
    make: () => cacheOf(powers(32, 10_000, 64), FAR, { phase: toBfloat16 }),
  },
  {
    title: "Wrong logits after a conversion: the other pairing",
    thread: "huggingface/nanotron#427",
    symptom: "The pairing is interleaved in place of halves",
    finding: "wrong-pairing",
    expected: text,
    make: () => vectorsOf({ frequencies: of(text), pairing: "interleaved", positions: NEAR }),
  },
  {
    title: "A fused operator ignores the pairing",
    thread: "microsoft/onnxruntime#29618",
    symptom: "The pairing is halves in place of interleaved",
    finding: "wrong-pairing",
    expected: interleaved,
    make: () => vectorsOf({ frequencies: of(text), pairing: "halves", positions: NEAR }),
  },
  {
    title: "Sparse attention: the indexer has the pairing of the layer",
    thread: "ml-explore/mlx-lm#1431",
    symptom: "Nothing up to 2048 tokens (index_topk), since all keys are chosen; other keys in longer texts",
    finding: "wrong-pairing",
    expected: indexer,
    make: () => vectorsOf({ frequencies: of(indexer), pairing: "interleaved", positions: NEAR, width: 128 }),
  },
  {
    title: "Only head 0 rotates",
    thread: "huggingface/transformers#47403",
    symptom: "All heads but the first are the same before and after",
    finding: "heads-not-rotated",
    truth: interleaved,
    make: () =>
      vectorsOf({
        frequencies: of(text),
        pairing: "interleaved",
        positions: NEAR,
        heads: 4,
        isLeft: (h) => h > 0,
      }),
  },
  {
    title: "A left-padded batch differs from a single text",
    thread: "unslothai/unsloth#3699",
    symptom: "The first token has position 3",
    finding: "padding-counted",
    make: () => ({ positionIds: [[0, 1, 2, 3, 4, 5, 6, 7]], mask: padding }),
    right: () => ({ positionIds: [[0, 1, 2, 0, 1, 2, 3, 4]], mask: padding }), // three tokens of padding, whose ids do not matter
  },
  {
    title: "Positions of an image: all pairs follow time",
    thread: "Blaizzy/mlx-vlm#1621",
    symptom: "The patches of an image have one position",
    finding: "sections-misread",
    expected: qwen2vl,
    make: () => ({
      ...vectorsOf({ frequencies: of(qwen2vl), pairing: "halves", positions: image }),
      positions: axes,
    }),
  },
  {
    title: "V-JEPA 2: the map of each pair is not a rotation",
    thread: "facebookresearch/vjepa2",
    symptom: "The norm of pairs changes, and scores depend on more than the distance",
    finding: "tiled-angles",
    truth: rope(32, 10_000, { pairing: "interleaved" }),
    make: () => tiledVectors(powers(16, 10_000, 32), NEAR),
  },
];

/**
 * Some mistakes that people met in published programs, each with a thread and numbers that `diagnose` names.
 *
 * @example
 * diagnose(museum[0].make(), { expected: museum[0].expected }).findings[0].name; // "attention-factor-missing"
 */
export const museum: readonly MuseumPiece[] = drafts.map(({ truth, right, ...piece }) => ({
  ...piece,
  right: right ?? (() => rightNumbers(piece.make(), checkSpec(truth ?? piece.expected ?? text) as Rope)),
}));
