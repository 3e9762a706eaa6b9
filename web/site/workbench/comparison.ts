import { type Comparison, type EngineColumn, type LayerComparison, mostRounding } from "posenc/engines";
import { formatCount } from "../../plot/numbers.ts";
import { node, table } from "../nodes.ts";
import type { ConfigResult } from "./job.ts";

/** The questions of the table, and how an engine's answer differs from the exact one. */

export interface Answered {
  readonly text: string;
  /** `none`: the question does not arise. */
  readonly state: "same" | "other" | "unknown" | "none";
}

interface Question {
  readonly title: string;
  readonly answer: (own: EngineColumn, exact: EngineColumn) => Answered;
}

const none: Answered = { text: "–", state: "none" };
const unknown: Answered = { text: "", state: "unknown" };

const brief = (value: number): string => String(Number(value.toPrecision(5)));
const areNear = (a: number, b: number): boolean => Math.abs(a - b) <= mostRounding * Math.abs(b);

/** The answer to a question whose answer is a number. */
const numberOf =
  (name: "base" | "width" | "attentionFactor" | "softmaxScale"): Question["answer"] =>
  (own, exact) => {
    const [value, due] = [own[name], exact[name]];
    if (own.unknown.includes(name)) return unknown;
    if (value === null) return none;
    return { text: brief(value), state: due === null || areNear(value, due) ? "same" : "other" };
  };

function frequencies(own: EngineColumn, exact: EngineColumn): Answered {
  if (own.frequencies === null || exact.frequencies === null) return unknown;
  let [worst, most] = [-1, 0];
  const pairs = Math.max(own.frequencies.length, exact.frequencies.length);
  for (let pair = 0; pair < pairs; pair++) {
    const [f, due] = [own.frequencies[pair] ?? 0, exact.frequencies[pair] ?? 0];
    const change = due === 0 ? Number(f !== 0) : f / due - 1;
    if (Math.abs(change) > Math.abs(most)) [worst, most] = [pair, change];
  }
  if (Math.abs(most) <= mostRounding)
    return { text: own === exact ? `${pairs} pairs` : "same", state: "same" };
  const percent = Number((100 * most).toPrecision(2));
  return { text: `pair ${worst} ${percent > 0 ? "+" : "−"}${Math.abs(percent)} %`, state: "other" };
}

function strengthOf(scale: NonNullable<EngineColumn["queryScale"]>): string {
  if (!("type" in scale)) return `β ${brief(scale.beta)}`;
  return scale.type === "power" ? `power ${brief(scale.exponent)}` : `log β ${brief(scale.beta)}`;
}

function temperature(own: EngineColumn, exact: EngineColumn): Answered {
  if (own.unknown.includes("queryScale")) return unknown;
  const text = ({ queryScale }: EngineColumn) =>
    queryScale === null ? "none" : `${strengthOf(queryScale)} by ${queryScale.length}`;
  if (own.queryScale === null && exact.queryScale === null) return none;
  return { text: text(own), state: text(own) === text(exact) ? "same" : "other" };
}

function pairing(own: EngineColumn, exact: EngineColumn): Answered {
  if (own.unknown.includes("pairing")) return unknown;
  if (own.pairing === null) return none;
  const isSame = exact.pairing === null || own.pairing === exact.pairing;
  return { text: own.pairing, state: isSame ? "same" : "other" };
}

function list(own: EngineColumn, exact: EngineColumn): Answered {
  if (own.list === null) return none;
  return {
    text: `${own.list.list}, by ${own.list.when}`,
    state: own.list.list === exact.list?.list ? "same" : "other",
  };
}

const questions: readonly Question[] = [
  { title: "base", answer: numberOf("base") },
  { title: "width", answer: numberOf("width") },
  { title: "pairing", answer: pairing },
  { title: "frequencies", answer: frequencies },
  { title: "attention factor", answer: numberOf("attentionFactor") },
  { title: "temperature", answer: temperature },
  { title: "softmax scale", answer: numberOf("softmaxScale") },
  { title: "list", answer: list },
  {
    title: "ignored",
    answer: ({ ignored }) => (ignored.length === 0 ? none : { text: ignored.join(", "), state: "other" }),
  },
];

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
    folded("The table of all questions", enginesTable(layer, kinds)),
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

function enginesTable({ exact, engines }: LayerComparison, kinds: readonly string[]): HTMLElement {
  const row = (column: EngineColumn) =>
    node(
      "tr",
      {},
      node("th", { scope: "row" }, column.engine),
      ...questions.map(({ title, answer }) => cell(title, answer(column, exact))),
    );
  const served = engines.filter(({ serves }) => serves).sort((a, b) => Number(b.differs) - Number(a.differs));
  const caption = "Engines against questions; ≠ stands where one differs from posenc";
  const heads = ["engine", ...questions.map(({ title }) => title)];
  return node(
    "div",
    {
      class: "wide scrolls",
      tabindex: 0,
      role: "region",
      "aria-label": `Engines against questions: ${kinds.join(", ")}`,
    },
    table({ class: "engines" }, caption, heads, [exact, ...served].map(row)),
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
