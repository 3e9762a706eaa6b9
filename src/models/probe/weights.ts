/** The weights of a probe. Nearly all are 0: what is not copies the attention weight of each planted key to the logit of its mark. */
import type { Architecture } from "./architectures.ts";
import { channelOf, firstMark, nameLogit, nameToken, type ProbePlan } from "./plan.ts";
import { feedForwardWidth } from "./write-config.ts";
import type { Tensor } from "./write-safetensors.ts";

/** The channels of a token's embedding have this value: the epsilon of norms is small beside it. */
const embedding = 16;
/** Layers write attention weights with this factor, so that norms see the embedding alone. */
const written = 2 ** -10;
/** The largest logit. Beyond it, softmax would lose the small weights in float32. */
const largestLogit = 30;
/** The largest logit where the model caps logits: below half of the usual cap, 30, float32 can undo the cap. */
const largestCapped = 12;
/** The sink of each head. Its share is large beside a few keys, and small beside a long prompt. */
export const plantedSink = 3;

/** The logit of a mark whose key has all of the attention. */
export const fullLogit = (cap: number | null): number => (cap === null ? largestLogit : largestCapped);

/** Sets an element by its row and column. */
type Set = (row: number, column: number, value: number) => void;

/** Tensors by name, each of zeros at first. */
class Tensors {
  readonly list: Tensor[] = [];

  add(name: string, ...shape: number[]): Set {
    const values = new Float32Array(shape.reduce((product, size) => product * size, 1));
    this.list.push({ name, shape, values });
    const columns = shape[1] ?? 1;
    return (row, column, value) => {
      values[row * columns + column] = value;
    };
  }

  filled(name: string, count: number, value: number): void {
    this.add(name, count);
    this.list.at(-1)!.values.fill(value);
  }
}

/** What the weights of all layers have in common. */
interface Sizes {
  readonly plan: ProbePlan;
  readonly architecture: Architecture;
  readonly heads: number;
  readonly hidden: number;
}

export function tensorsOf(plan: ProbePlan, heads: number, architecture: Architecture): Tensor[] {
  const { headDim, vocab, layers } = plan;
  const hidden = heads * headDim;
  const sizes = { plan, architecture, heads, hidden };
  const tensors = new Tensors();
  const embed = tensors.add("model.embed_tokens.weight", vocab, hidden);
  // Gemma multiplies embeddings by √hidden, and takes them for the unembedding, in which large ones would drown the marks.
  const value = architecture.gemma ? 0.5 : embedding;
  for (let token = 0; token <= headDim; token++) {
    embed(token, token, value);
    // These rows are also the unembedding. With a channel in common, every key token would get a larger logit than the marks.
    if (!architecture.gemma) embed(token, headDim + 1, value);
  }
  for (let layer = 0; layer < layers; layer++) addLayer(tensors, layer, sizes);
  addNorm(tensors, "model.norm", hidden, sizes);
  const head = architecture.gemma ? embed : tensors.add("lm_head.weight", vocab, hidden);
  const gain = gainOf(sizes, architecture.gemma ? value * Math.sqrt(hidden) : value);
  for (let layer = 0; layer < layers; layer++)
    for (let c = 0; c <= headDim; c++)
      head(firstMark(headDim, layer) + c, channelOf(headDim, layer, c), gain);
  for (let c = 0; c < headDim; c++) head(nameToken(plan), 1 + c, nameLogit(plan, c) / normed(sizes));
  return tensors.list;
}

/** A norm makes each channel of a token's embedding this. */
const normed = ({ architecture, hidden }: Sizes): number => Math.sqrt(hidden / (architecture.gemma ? 1 : 2));

/** The factor of the unembedding. The last norm multiplies the stream by the normed value / embedding. */
function gainOf(sizes: Sizes, embedded: number): number {
  const { plan, architecture, hidden } = sizes;
  // A norm after the attention makes a vector of length √hidden · its weight, whatever the attention weights are.
  const most = architecture.afterAttention ? Math.sqrt(hidden) : normed(sizes);
  return (fullLogit(plan.logitCap) * embedded) / (written * most * normed(sizes));
}

function addNorm(tensors: Tensors, name: string, count: number, { architecture }: Sizes, factor = 1): void {
  tensors.filled(`${name}.weight`, count, architecture.gemma ? factor - 1 : factor);
}

function addLayer(tensors: Tensors, layer: number, sizes: Sizes): void {
  const { plan, architecture, heads, hidden } = sizes;
  const { headDim, sink } = plan;
  const at = (name: string) => `model.layers.${layer}.${name}`;
  addAttention(tensors, at("self_attn"), layer, sizes);
  const { queryKeyNorm, norms, afterAttention } = architecture;
  if (queryKeyNorm)
    for (const name of ["q_norm", "k_norm"])
      addNorm(tensors, at(`self_attn.${name}`), queryKeyNorm === "all" ? hidden : headDim, sizes);
  if (sink !== null) tensors.filled(at("self_attn.sinks"), heads, sink);
  for (const name of norms) addNorm(tensors, at(name), hidden, sizes, name === afterAttention ? written : 1);
  addFeedForward(tensors, at("mlp"), sizes);
}

function addAttention(tensors: Tensors, name: string, layer: number, sizes: Sizes): void {
  const { plan, architecture, hidden } = sizes;
  const { headDim, product } = plan;
  const { fusedAttention, queryKeyNorm, afterAttention, norms, biases = [] } = architecture;
  const whole = fusedAttention && tensors.add(`${name}.qkv_proj.weight`, 3 * hidden, hidden);
  const [q, k, v] = (["q", "k", "v"] as const).map((part, i): Set => {
    if (!whole) return tensors.add(`${name}.${part}_proj.weight`, hidden, hidden);
    return (row, column, value) => whole(i * hidden + row, column, value);
  }) as [Set, Set, Set];
  const o = tensors.add(`${name}.o_proj.weight`, hidden, hidden);
  const input = norms.includes("input_layernorm") ? normed(sizes) : embedding;
  const amplitude = (queryKeyNorm ? 1 : Math.sqrt(product)) / input;
  for (let c = 0; c < hidden; c++) {
    q(c, 0, amplitude);
    k(c, 1 + (c % headDim), amplitude);
  }
  for (let c = 0; c < headDim; c++) v(c, 1 + c, 1);
  v(headDim, 0, 1);
  for (let c = 0; c <= headDim; c++) o(channelOf(headDim, layer, c), c, afterAttention ? 1 : written);
  for (const part of biases) tensors.filled(`${name}.${part}_proj.bias`, hidden, 0);
}

function addFeedForward(tensors: Tensors, name: string, { architecture, hidden }: Sizes): void {
  const width = feedForwardWidth;
  if (architecture.feedForward === "experts") {
    const experts = 2;
    tensors.add(`${name}.router.weight`, experts, hidden);
    tensors.add(`${name}.router.bias`, experts);
    tensors.add(`${name}.experts.gate_up_proj`, experts, hidden, 2 * width);
    tensors.add(`${name}.experts.gate_up_proj_bias`, experts, 2 * width);
    tensors.add(`${name}.experts.down_proj`, experts, width, hidden);
    tensors.add(`${name}.experts.down_proj_bias`, experts, hidden);
    return;
  }
  if (architecture.feedForward === "fused") tensors.add(`${name}.gate_up_proj.weight`, 2 * width, hidden);
  else for (const part of ["gate", "up"]) tensors.add(`${name}.${part}_proj.weight`, width, hidden);
  tensors.add(`${name}.down_proj.weight`, hidden, width);
}
