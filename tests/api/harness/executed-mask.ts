/** Compares the keys that a query sees with the mask of the run. */
import type { LayerPositions } from "posenc/full";
import type { Call, Say } from "./executed-facts.ts";

export function compareMask({ causal, window }: LayerPositions, { mask }: Call, say: Say) {
  if (mask.pattern === "some" || mask.pattern === "all" || mask.pattern === "nothing") return;
  const chunk = window !== null && window !== "unknown" && "chunk" in window ? window : undefined;
  if (mask.pattern === "holes") {
    if (chunk !== undefined && causal === false) {
      const before = (1 + (chunk.chunksBefore ?? 0)) * chunk.chunk - 1;
      const isShown = before < (mask.tokens ?? 0);
      if (isShown && (mask.before !== before || mask.after !== chunk.chunk - 1)) say("window", window, mask);
      return;
    }
    // The first token sees the whole prefix, and the last one no key after itself.
    const isPrefix = causal === "prefix" && window === null && mask.before === null;
    if ((window === null && !isPrefix) || window === "unknown")
      say("window", window, mask, window === "unknown");
    return;
  }
  const wantCausal = mask.after === 0;
  // The runs have no prefix and no image.
  if ((typeof causal === "string" || causal) !== wantCausal)
    say("causal", causal, wantCausal, causal === null);
  if (window === "unknown") return say("window", window, mask, true);
  if (window !== null && "square" in window) {
    // The run sees single squares, each of them whole; squares.jsonl says where they lie.
    const { before, after, tokens } = mask;
    if (before !== null || after !== null || (tokens !== undefined && Math.sqrt(tokens) % 1 !== 0))
      say("window", window, mask);
    return;
  }
  if (mask.lengths !== undefined && chunk !== undefined) {
    const last = mask.lengths.at(-1)!;
    if (mask.lengths.slice(0, -1).some((length) => length !== chunk.chunk) || last > chunk.chunk)
      say("window", window, mask);
    return;
  }
  if (mask.pattern === "chunks") {
    const [first = 0, second = 0] = mask.starts ?? [];
    const chunk = window !== null && "chunk" in window ? window.chunk : null;
    if (chunk === null || first % chunk !== 0 || (second !== 0 && second % chunk !== 0))
      say("window", window, mask);
    return;
  }
  // The run is a prompt.
  const isWhole = window === null || "chunk" in window || window.prompt;
  const sides = isWhole ? { before: null, after: null } : window;
  const beyond = mask.tokens === undefined ? Number.POSITIVE_INFINITY : mask.tokens - 1;
  const shown = (side: number | null) => (side === null || side >= beyond ? null : side);
  const isSame =
    shown(sides.before) === (mask.before ?? null) &&
    (wantCausal || shown(sides.after) === (mask.after ?? null));
  const isHidden = window !== null && "chunk" in window && window.chunk >= beyond;
  if (!isSame || (window !== null && "chunk" in window && !isHidden)) say("window", window, mask);
}
