import type { Comparison, EngineColumn, LayerComparison } from "posenc/engines";
import { formatCount } from "../../plot/numbers.ts";
import { node } from "../nodes.ts";
import type { ConfigResult } from "./job.ts";
import { type Answered, questions } from "./questions.ts";

/** What engines make of a config: a sentence and a row of the table for each, and figures of two of them. */

export function comparisonParts({ comparison, config }: ConfigResult): HTMLElement[] {
  const { layers, others, length, dtype } = comparison;
  return [
    ...notes(comparison),
    ...grouped(layers).flatMap(({ layer, kinds }) => layerParts(layer, kinds, { config, length })),
    ...(others.length === 0 ? [] : [node("p", { class: "from" }, `Not compared: ${others.join(", ")}.`)]),
    ...(layers.length === 0
      ? []
      : [
          node(
            "p",
            { class: "from" },
            `For ${formatCount(length, "token")}, in ${dtype}. Engines are described by the formulas of their sources; none of them runs here.`,
          ),
        ]),
  ];
}

function notes({ unknown, notes: sentences }: Comparison): HTMLElement[] {
  const items = [
    ...unknown.map((field) => node("li", {}, "Not understood: ", node("code", {}, field))),
    ...sentences.map((sentence) => node("li", {}, sentence)),
  ];
  return items.length === 0 ? [] : [node("ul", { class: "notes" }, ...items)];
}

interface Group {
  readonly layer: LayerComparison;
  /** Names of the kinds with their numbers of layers. */
  readonly kinds: readonly string[];
}

/** Kinds of layers with the same rotations are shown as one. */
function grouped(layers: readonly LayerComparison[]): Group[] {
  const groups = new Map<string, { layer: LayerComparison; kinds: string[] }>();
  for (const layer of layers) {
    const { kind, count, ...rest } = layer;
    const key = JSON.stringify(rest);
    const name = `${formatCount(count, "layer")}${kind === "all" ? "" : ` of ${kind}`}`;
    const group = groups.get(key) ?? { layer, kinds: [] };
    group.kinds.push(name);
    groups.set(key, group);
  }
  return [...groups.values()];
}

const markOf = ({ serves, differs, known }: EngineColumn): string =>
  serves ? (differs ? "≠" : known ? "=" : "?") : "–";
const WORDS: Readonly<Record<string, string>> = {
  "≠": "another rotation: ",
  "=": "the same rotation: ",
  "?": "not known: ",
  "–": "not served: ",
};

function layerParts(
  layer: LayerComparison,
  kinds: readonly string[],
  { config, length }: { config: string; length: number },
): HTMLElement[] {
  const { engines, kind } = layer;
  const sentence = (column: EngineColumn) => {
    const mark = markOf(column);
    const sign = node("span", { class: "mark", "aria-hidden": true }, mark);
    const word = node("span", { class: "unseen" }, WORDS[mark] ?? "");
    return node(
      "li",
      { class: column.differs ? "other" : "" },
      sign,
      word,
      ` ${column.verdict}`,
      source(column),
    );
  };
  const differing = engines.filter(({ differs }) => differs);
  const others = engines.filter(({ differs }) => !differs);
  const other = engines.find(({ differs, frequencies }) => differs && frequencies !== null);
  const shown = other ?? engines.find(({ serves, frequencies }) => serves && frequencies !== null);
  const figures = shown === undefined ? [] : figuresOf(shown.engine, config, kind, length);
  return [
    node("h3", {}, kinds.join(" and ")),
    ...(differing.length === 0 ? [] : [node("ul", { class: "verdicts" }, ...differing.map(sentence))]),
    folded(othersTitle(others), node("ul", { class: "verdicts" }, ...others.map(sentence))),
    folded("The table of all questions", table(layer, kinds)),
    ...figures,
  ];
}

/** The engines that do not differ, counted. */
function othersTitle(columns: readonly EngineColumn[]): string {
  const count = (is: (column: EngineColumn) => boolean) => columns.filter(is).length;
  const parts = [
    [count(({ serves, known }) => serves && known), "compute the same rotation"],
    [count(({ serves, known }) => serves && !known), "are not known in full"],
    [count(({ serves }) => !serves), "do not serve the model, or are not known for it"],
  ] as const;
  return parts
    .filter(([number]) => number > 0)
    .map(([number, words]) => `${number} ${words}`)
    .join(", ");
}

const folded = (title: string, content: HTMLElement): HTMLElement =>
  node("details", { class: "folded" }, node("summary", {}, title), content);

/** The fact that people met, or else the last one that the answer is from, with its source. */
function source({ facts }: EngineColumn): HTMLElement | string {
  const fact = facts.find((each) => each.source.thread !== undefined) ?? facts.at(-1);
  if (fact === undefined) return "";
  const { repository, path, commit, line, thread } = fact.source;
  const href = `https://github.com/${repository}/blob/${commit}/${path}${line === undefined ? "" : `#L${line}`}`;
  const met = thread === undefined ? "" : `, ${thread}`;
  const link = node("a", { href, rel: "noreferrer" }, path.split("/").at(-1) ?? path);
  return node("span", { class: "source" }, `${fact.says} `, link, met);
}

function table({ exact, engines }: LayerComparison, kinds: readonly string[]): HTMLElement {
  const heads = questions.map(({ title }) => node("th", { scope: "col" }, title));
  const row = (column: EngineColumn) =>
    node(
      "tr",
      {},
      node("th", { scope: "row" }, column.engine),
      ...questions.map(({ title, answer }) => cell(title, answer(column, exact))),
    );
  const served = engines.filter(({ serves }) => serves).sort((a, b) => Number(b.differs) - Number(a.differs));
  const body = node("tbody", {}, ...[exact, ...served].map(row));
  const head = node("thead", {}, node("tr", {}, node("th", { scope: "col" }, "engine"), ...heads));
  const caption = node("caption", {}, "Engines against questions; ≠ stands where one differs from posenc");
  return node(
    "div",
    {
      class: "wide scrolls",
      tabindex: 0,
      role: "region",
      "aria-label": `Engines against questions: ${kinds.join(", ")}`,
    },
    node("table", { class: "engines" }, caption, head, body),
  );
}

function cell(title: string, { text, state }: Answered): HTMLElement {
  const sign = state === "other" ? "≠ " : "";
  const content = state === "unknown" ? "not known" : `${sign}${text}`;
  return node("td", { "data-column": title, class: state }, content);
}

/** The figures of an engine beside the exact angles. Their data needs no network: it is in the page. */
function figuresOf(engine: string, config: string, kind: string, length: number): HTMLElement[] {
  const served = Math.min(2 ** 20, Math.max(2 ** 9, length));
  const figure = (view: string) =>
    node(
      "pe-parity" as "div",
      { config, engine, view, length: served, kind },
      node("p", {}, "The figure comes with its script."),
    );
  return [
    node("h4", {}, `Where ${engine} differs from exact angles, pair by pair`),
    node("div", { class: "wide" }, figure("phase")),
    node("h4", {}, "The wavelengths, and what the rule does with each"),
    node("div", { class: "wide" }, figure("wavelengths")),
  ];
}
