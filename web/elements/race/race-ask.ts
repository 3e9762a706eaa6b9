import { tasks } from "../../../src/api/lab/tasks.ts";
import type { AttentionOfExample } from "../../../src/entries/lab.ts";
import { html, painted, svg } from "../../plot/dom.ts";
import { formatFixed } from "../../plot/numbers.ts";
import { save } from "../../plot/picture.ts";
import { disclosure, valueTable } from "../controls/panel.ts";
import type { Host, Part } from "../definition/definition.ts";
import { readWords, wordOf } from "./race-curves.ts";
import type { Lane } from "./race-lane.ts";
import { methodOf, testSteps, titleOf } from "./race-settings.ts";
import type { RaceShown } from "./race-shown.ts";

// What a reader takes away of a race, apart from the picture's own numbers.

/** All numbers of one model: where it tests, and what it got right. */
const resultOf = ({ encoding, seed, plan, state }: Lane) => ({
  encoding,
  seed,
  steps: state.steps,
  losses: [...state.losses.subarray(0, state.steps)],
  testSteps: testSteps(plan).slice(0, state.tests.length),
  testLengths: plan.lengths,
  tests: state.tests,
  finalLengths: plan.finalLengths,
  final: state.final,
  failure: state.failure,
});

/** The settings and the results of all models and seeds, as JSON. */
function resultsFile({ race: { settings, lanes, repeats } }: RaceShown): Blob {
  const results = [...lanes, ...repeats].map(resultOf);
  return new Blob([`${JSON.stringify({ ...settings, results }, undefined, 2)}\n`], {
    type: "application/json",
  });
}

/** A trained model, as the bytes that `resume` of posenc/lab goes on with. */
async function modelFile({ race }: RaceShown, lane: Lane): Promise<Blob> {
  return new Blob([await race.ask(lane, "save")], { type: "application/octet-stream" });
}

/** The attention of each head of a small model as a square: a row for each word that looks, a column for each it looks at. */

export interface Shape {
  readonly layers: number;
  readonly heads: number;
  readonly words: readonly string[];
}

/** Weights below this one are left out: they are too light to be seen. */
const LEAST = 0.02;
const LEVELS = 20;

/** @param weights (layers, heads, words, words) */
function attentionMaps(weights: Float32Array, { layers, heads, words }: Shape): HTMLElement[] {
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

/** The panel in which a reader asks a trained model, looks into it, and saves it. */

interface Answered {
  readonly tokens: readonly number[];
  /** Words that the model has written itself. */
  readonly written: number;
  readonly answer: AttentionOfExample;
}

/** Lets the model write its answer word by word, and reads its attention over the whole. */
async function write({ race }: RaceShown, lane: Lane, question: readonly number[]): Promise<Answered> {
  const { task } = race.settings;
  const count = tasks[task].answer?.(question) ?? 0;
  const tokens = [...question];
  let answer = await race.ask(lane, "attention", tokens);
  for (let n = 0; n < count; n++) {
    tokens.push(answer.words.at(-1) as number);
    if (n + 1 < count) answer = await race.ask(lane, "attention", tokens);
  }
  if (count > 0) tokens.pop(); // the last word is an answer, and nobody reads it
  return { tokens, written: count, answer };
}

function answerText({ race }: RaceShown, { tokens, written, answer }: Answered): string {
  const spell = (words: Iterable<number>) =>
    Array.from(words, (word) => wordOf(race.settings.task, word)).join(" ");
  return written > 0
    ? `It writes: ${spell([...answer.words].slice(-written))}`
    : `Its answer after each word of ${spell(tokens)}: ${spell(answer.words)}`;
}

/** How well a linear map reads the position of a word from its vector, after each layer. */
async function probeTable({ race }: RaceShown, lanes: readonly Lane[]): Promise<HTMLElement> {
  const rows = [];
  for (const lane of lanes) {
    const { r2 } = await race.ask(lane, "probe");
    rows.push({ name: titleOf(lane.encoding), cells: Array.from(r2, (value) => formatFixed(value, 2)) });
  }
  const layers = Array.from({ length: race.settings.layers }, (_, layer) => `layer ${layer + 1}`);
  const title =
    "Position, read from the vectors by a linear map, before and after each layer (R²: 1 is exact, 0 is a guess)";
  return html("div", { class: "scroll" }, valueTable(title, ["encoding", "embedding", ...layers], rows));
}

const trained = ({ race }: RaceShown): readonly Lane[] =>
  race.isRunning ? [] : race.lanes.filter(({ state, fault }) => state.steps > 0 && fault === undefined);

const fileNameOf = ({ race: { settings } }: RaceShown): string => `race-${settings.task}-${settings.seed}`;

export const askPanel = (figure: Host<object, RaceShown>): Part<RaceShown> => new AskPanel(figure);

class AskPanel implements Part<RaceShown> {
  readonly element: HTMLElement;
  readonly panel: HTMLElement;
  readonly #figure: Host<object, RaceShown>;
  readonly #select = html("select", { "aria-label": "model" });
  readonly #input = html("input", {
    type: "text",
    spellcheck: "false",
    autocapitalize: "off",
    "aria-label": "example",
  });
  readonly #said = html("p", { role: "status" });
  readonly #pictures = html("div", { class: "attention" });
  readonly #probes = html("div");
  #shownFor = "";

  constructor(figure: Host<object, RaceShown>) {
    this.#figure = figure;
    const button = (label: string, onclick: () => unknown) =>
      html("button", { type: "button", onclick }, label);
    const row = html(
      "div",
      { class: "row" },
      this.#select,
      this.#input,
      button("Ask", () => this.#ask()),
      button("Read positions", () => this.#probe()),
      button("Save model", () => this.#saveModel()),
      button("Save results", () => this.#saveResults()),
    );
    const content = [row, this.#said, this.#pictures, this.#probes];
    const opened = disclosure("Ask a model", () => void this.#ask(), ...content);
    this.element = opened.button;
    this.panel = opened.panel;
    this.#input.addEventListener("keydown", ({ key }) => {
      if (key === "Enter") void this.#ask();
    });
  }

  /** The models and the example of another race. */
  show({ key, race: { settings } }: RaceShown): void {
    if (this.#shownFor === key) return;
    this.#shownFor = key;
    const { encodings, task } = settings;
    this.#input.value = tasks[task].example;
    this.#select.replaceChildren(...encodings.map((value) => html("option", { value }, titleOf(value))));
    this.#select.value = encodings.at(-1) ?? "";
    for (const part of [this.#said, this.#pictures, this.#probes]) part.replaceChildren();
  }

  async #attempt(work: (shown: RaceShown, lanes: readonly Lane[]) => Promise<void>): Promise<void> {
    const { shown } = this.#figure;
    const lanes = shown ? trained(shown) : [];
    try {
      if (shown && lanes.length > 0) await work(shown, lanes);
      else this.#said.textContent = "Train the models first, or pause them.";
    } catch (error) {
      this.#said.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  #ask(): Promise<void> {
    return this.#attempt(async (shown, lanes) => {
      const lane = lanes.find(({ encoding }) => encoding === this.#select.value);
      if (lane === undefined) return;
      const { task, layers, heads } = shown.race.settings;
      const answered = await write(shown, lane, readWords(task, this.#input.value));
      this.#said.textContent = answerText(shown, answered);
      const words = answered.tokens.map((token) => wordOf(task, token));
      this.#pictures.replaceChildren(...attentionMaps(answered.answer.weights, { layers, heads, words }));
    });
  }

  #saveModel(): Promise<void> {
    return this.#attempt(async (shown, lanes) => {
      const lane = lanes.find(({ encoding }) => encoding === this.#select.value);
      if (lane) save(await modelFile(shown, lane), `${fileNameOf(shown)}-${methodOf(lane.encoding)}.bin`);
    });
  }

  #saveResults(): Promise<void> {
    return this.#attempt(async (shown) => save(resultsFile(shown), `${fileNameOf(shown)}.json`));
  }

  #probe(): Promise<void> {
    return this.#attempt(async (shown, lanes) => {
      this.#probes.replaceChildren(await probeTable(shown, lanes));
    });
  }
}
