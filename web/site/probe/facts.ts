import type { ProbePlan, ProbeReading, ProbeResult } from "posenc/probe";
import { node, table } from "../nodes.ts";
import type { Wanted } from "./wanted.ts";

/** What a probe shows, for a reader: the facts of each kind of layer, and what stays open. */

export interface ProbeFacts {
  readonly plan: ProbePlan;
  readonly result: ProbeResult;
  /** What the config says of each layer. */
  readonly wanted: readonly Wanted[];
}

type Fact = readonly [name: string, found: string, wanted: string];

/** Tables of what the engine computes, beside what the config says; then the facts that the answers do not show. */
export const factsParts = (facts: ProbeFacts, engine: string): HTMLElement[] => [
  ...factsTables(facts, engine),
  ...openParts(facts.result),
];

/** What the verdict does not say already. */
function openParts({ layers, verdict }: ProbeResult): HTMLElement[] {
  const open = new Set(layers.flatMap(({ unknown }) => unknown).filter((text) => !verdict.includes(text)));
  if (open.size === 0) return [];
  const items = Array.from(open, (text) => node("li", {}, text));
  return [node("p", {}, "These answers do not show:"), node("ul", { class: "open" }, ...items)];
}

/** Layers of which the same is found and wanted have one table. */
function factsTables({ plan, result: { layers }, wanted }: ProbeFacts, engine: string): HTMLElement[] {
  const groups = new Map<string, { readonly facts: readonly Fact[]; readonly numbers: number[] }>();
  layers.forEach((layer, n) => {
    const facts = factsOf(layer, wanted[n], plan.sink);
    const { pairing, width, window, differences } = layer;
    const key = JSON.stringify([pairing, width, window, differences, facts.map(([, , own]) => own)]);
    const group = groups.get(key);
    if (group) group.numbers.push(n);
    else groups.set(key, { facts, numbers: [n] });
  });
  return Array.from(groups.values(), ({ facts, numbers }) => {
    const caption = `${numbers.length === 1 ? "Layer" : "Layers"} ${numbers.join(", ")}`;
    const rows = facts.map(([name, ...values]) =>
      node("tr", {}, node("th", { scope: "row" }, name), ...values.map((value) => node("td", {}, value))),
    );
    return node("div", { class: "scroll measured" }, table({}, caption, ["", engine, "config"], rows));
  });
}

function digits(value: number | null | undefined): string {
  if (value === null || value === undefined || Number.isNaN(value)) return "not told";
  return value !== 0 && Math.abs(value) < 1e-3
    ? value.toExponential(4)
    : String(Number(value.toPrecision(5)));
}

const orNone = (value: number | null) => (value === null ? "none" : digits(value));

function factsOf(layer: ProbeReading, wanted: Wanted, planted: number | null): Fact[] {
  if (wanted === undefined) return [["Rotation", layer.rotates ? "yes" : "none", "none"]];
  const { pairing, width, frequencies, scale, window, sink } = layer;
  const own = wanted.frequencies ?? [];
  const factor = wanted.attentionFactor ?? 1;
  const seen = wanted.window !== null && "before" in wanted.window ? wanted.window.before + 1 : null;
  return [
    ["Pairing", pairing ?? "no rotation", wanted.pairing ?? "not told"],
    ["Channels that turn", String(width), digits(wanted.width)],
    ...pairsShown(frequencies, own).map(
      (pair): Fact => [`Pair ${pair}, rad per token`, digits(frequencies[pair]), digits(own[pair])],
    ),
    [
      "Softmax scale · factor²",
      digits(scale),
      wanted.softmaxScale === null ? "not told" : digits(wanted.softmaxScale * factor ** 2),
    ],
    ["Window", orNone(window), orNone(seen)],
    ...(wanted.sinks ? [["Sink of each head", orNone(sink), orNone(planted)] as const] : []),
  ];
}

/** The fastest pair, the slowest one, and one between: the pair that differs most from the config, or the middle one. */
function pairsShown(found: readonly number[], own: readonly number[]): number[] {
  const last = own.length - 1;
  const off = own.map((frequency, pair) =>
    Math.abs(Math.log(Math.abs(found[pair] ?? frequency) / frequency)),
  );
  const most = Math.max(...off.filter(Number.isFinite));
  const between = most > 0.01 ? off.indexOf(most) : last >> 1;
  return [...new Set([0, between, last])].sort((a, b) => a - b);
}
