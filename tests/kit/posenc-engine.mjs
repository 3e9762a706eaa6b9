/** posenc as an engine for the conformance kit. */
import { movable } from "posenc/atlas";
import { load } from "posenc/full";
import { positionIds } from "posenc/spec";

const pe = await load();

/** The fields that posenc takes: it computes axes, and refuses fields that a rule does not use. */
function specOf({
  axisOfPair,
  sections,
  interleavedSections,
  restartSections,
  currentLength,
  scaling,
  ...rule
}) {
  const { partialRotaryFactor, ...fields } = scaling;
  const given = Object.entries(scaling.type === "proportional" ? scaling : fields).filter(
    ([, value]) => value !== 0,
  );
  return {
    method: "rope",
    ...rule,
    ...(sections.length > 1 ? { sections, interleavedSections, restartSections } : {}),
    ...(currentLength > 0 ? { currentLength } : {}),
    scaling: scaling.type === "none" ? { type: "none" } : Object.fromEntries(given),
  };
}

export function rotate(rule, vector, position) {
  const positions = position.length > 1 ? position.map((p) => [p]) : position;
  return pe.rotate(Float32Array.from(vector), { heads: 1, ...specOf(rule), positions });
}

export const frequencies = (rule) => pe.frequencies(specOf(rule));
export const attentionFactor = (rule) => [pe.attentionFactor(specOf(rule))];

export function bias({ method, heads, ...rule }, offsets) {
  const far = Math.max(...offsets.map(Math.abs));
  const given = { queries: 1, keys: 2 * far + 1, offset: far };
  const isBucket = method === "t5";
  // A table whose entries are their own numbers makes biases into buckets.
  const table = isBucket ? { table: Float32Array.from({ length: rule.buckets }, (_, i) => i) } : {};
  const row = pe.bias({ method, ...rule }, { heads: heads ?? 1, ...given, ...table });
  const of = (head) => offsets.map((offset) => row[head * given.keys + far + offset]);
  return isBucket ? of(0) : Array.from({ length: heads }, (_, head) => of(head));
}

/** A model with the rule's schedule says whether the key may move. */
export function move(rule, cached, from, to) {
  const { type, factor, originalLength } = rule.scaling;
  const scaling =
    type === "dynamic" ? { rope_scaling: { type, factor }, max_position_embeddings: originalLength } : {};
  const config = { model_type: "llama", num_hidden_layers: 1, rope_theta: rule.base, ...scaling };
  if (movable(config, { from: from[0], to: to[0], length: 1 }).move === "impossible") return [];
  const spec = specOf(rule);
  const [fromPositions, toPositions] = [from, to].map((at) => (at.length > 1 ? at.map((p) => [p]) : at));
  return pe.rerotate(Float32Array.from(cached), {
    heads: 1,
    from: spec,
    to: spec,
    fromPositions,
    toPositions,
  });
}

export function ids({ ids: kind, mask, lengths, parts }) {
  if (kind === "left-padded")
    return mask.map((row) => positionIds({ mask: row }).positions.filter((_, i) => row[i] === 1));
  if (kind === "packed") {
    const boundaries = [0];
    for (const length of lengths) boundaries.push(boundaries.at(-1) + length);
    return positionIds({ boundaries }).positions;
  }
  // Qwen2-VL merges 2 × 2 patches into a token.
  const segments = parts.map(({ text, grid }) =>
    text === undefined
      ? { [grid[0] > 1 ? "video" : "image"]: [grid[0], 2 * grid[1], 2 * grid[2]] }
      : { text },
  );
  return positionIds({ rule: "qwen-2-vl", segments }).positions;
}
