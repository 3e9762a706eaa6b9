import { html, svg } from "../../plot/dom.ts";
import { painted } from "../../plot/stroke.ts";

/** The attention of each head of a small model as a square: a row for each word that looks, a column for each it looks at. */

interface Shape {
  readonly layers: number;
  readonly heads: number;
  readonly words: readonly string[];
}

/** Weights below this one are left out: they are too light to be seen. */
const LEAST = 0.02;
const LEVELS = 20;

/** @param weights (layers, heads, words, words) */
export function attentionMaps(weights: Float32Array, { layers, heads, words }: Shape): HTMLElement[] {
  const size = words.length ** 2;
  return Array.from({ length: layers * heads }, (_, n) => {
    const name = `layer ${Math.floor(n / heads) + 1}, head ${(n % heads) + 1}`;
    const own = weights.subarray(n * size, (n + 1) * size);
    return html("figure", {}, square(own, words, name), html("figcaption", { class: "quiet" }, name));
  });
}

function square(weights: Float32Array, words: readonly string[], name: string): SVGSVGElement {
  const count = words.length;
  const paths = new Map<number, string>();
  weights.forEach((weight, at) => {
    if (weight < LEAST) return;
    const level = Math.ceil(LEVELS * weight);
    paths.set(level, `${paths.get(level) ?? ""}M${at % count} ${Math.floor(at / count)}h1v1h-1z`);
  });
  const label = `Attention of ${name}. ${lookedAt(weights, words)}`;
  return svg(
    "svg",
    { viewBox: `0 0 ${count} ${count}`, role: "img", "aria-label": label },
    svg("title", {}, label),
    ...Array.from(paths, ([level, d]) =>
      painted(svg("path", { d, "fill-opacity": level / LEVELS }), { fill: "var(--_ink)" }),
    ),
  );
}

/** The word that the last one looks at most. */
function lookedAt(weights: Float32Array, words: readonly string[]): string {
  const last = words.length - 1;
  const row = weights.subarray(last * words.length);
  const most = row.indexOf(Math.max(...row));
  return `The last word, ${words[last]}, attends most to word ${most + 1}, ${words[most]}, with ${(row[most] ?? 0).toFixed(2)}.`;
}
