/** Compares what is added to embeddings with the tables that were looked up. */
import type { ModelPositions, PartPositions } from "posenc/full";
import type { Facts, Say } from "./executed-facts.ts";

/** Names of weights of positions that are not added to embeddings. */
const notAdded =
  /positional_encoder|rope\.|rel|pos_enc\.pos_enc|inv_freq|rotary|_ids|bias|index|attn\.embed|pos_conv|posterior|class_pos|pe_k/;

/** Tokens of the run. */
const tokens = 8;

export function compareAdded(
  part: PartPositions,
  { tables = [], weights = [], layers = [] }: Facts,
  say: Say,
) {
  // A table of the head's width holds the sines of a rotation.
  const turns = new Set(layers.flatMap(({ headDim, rotation }) => (rotation === null ? [] : [headDim])));
  const [first] = tables.filter(
    ({ looked, name, width }) =>
      looked !== undefined && !/relative|distance|rel_|tile/.test(name) && !turns.has(width),
  );
  const { added } = part;
  if (added === "unknown") return say("added", added, first ?? null, true);
  if (first === undefined) {
    const named = weights.filter(
      ([name, shape]) =>
        /pos/.test(name) && !notAdded.test(name) && shape.length > 1 && !turns.has(shape.at(-1)!),
    );
    const convolves = weights.some(([name]) => /pos_conv/.test(name));
    if (added?.kind === "learned" && named.length === 0) say("added", added.kind, null);
    if (added === null && (named.length > 0 || convolves)) say("added", null, convolves ? "pos_conv" : named);
    return;
  }
  if (added === null) return say("added", null, first);
  const kind = first.sinusoidal ? "sinusoidal" : "learned";
  if (first.sinusoidal !== null && added.kind !== kind) return say("added", added.kind, first);
  const ids = (part as Partial<ModelPositions>).positionIds;
  // A class cannot look up rows beyond its table; then the run gives it the positions.
  const isBeyond = (ids?.first ?? 0) + tokens > first.rows;
  // Patches look up rows by their places.
  if (ids !== undefined && ids.axes === 1 && !isBeyond && first.looked?.[0] !== ids.first)
    say("first", ids.first, first.looked?.[0], ids.first === null);
}
