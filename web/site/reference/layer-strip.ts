import type { PartPositions } from "posenc/spec";
import { type Look, lookOf, type Rule } from "./layer-looks.ts";
import { node } from "./nodes.ts";

/** A cell for each layer of a part, in order, and a legend that says what the cells mean. */

/** Runs of layers that a text lists; a longer one says how many there are. */
const MOST_RUNS = 12;

interface Run {
  readonly look: Look;
  count: number;
}

export function layerStrip({ layers }: PartPositions, rules: readonly Rule[], name: string): HTMLElement {
  const looks = layers.map((layer) => lookOf(layer, rules));
  const groups = new Map<string, Run>();
  const runs: Run[] = [];
  for (const look of looks) {
    const group = groups.get(look.words) ?? { look, count: 0 };
    group.count++;
    groups.set(look.words, group);
    if (runs.at(-1)?.look.words !== look.words) runs.push({ look, count: 0 });
    (runs.at(-1) as Run).count++;
  }
  const legend = [...groups.values()].map(({ look, count }) =>
    node(
      "li",
      { class: "meaning" },
      cell(look),
      node("span", {}, `${count} of ${layers.length}: ${look.words}`),
    ),
  );
  return node(
    "div",
    { class: "layers" },
    node(
      "p",
      { class: "strip", role: "img", "aria-label": `${name}, from the first layer: ${spoken(runs)}` },
      ...looks.map(cell),
    ),
    node("ul", { class: "legend" }, ...legend),
  );
}

const cell = ({ mark, colour, isLow }: Look): HTMLElement =>
  node("span", { class: isLow ? "layer low" : "layer", "data-colour": colour, "aria-hidden": "true" }, mark);

function spoken(runs: readonly Run[]): string {
  const said = runs.slice(0, MOST_RUNS).map(({ look, count }) => `${count} × ${look.words}`);
  const rest = runs.length > MOST_RUNS ? [`and so on in ${runs.length} runs`] : [];
  return [...said, ...rest].join("; ");
}
