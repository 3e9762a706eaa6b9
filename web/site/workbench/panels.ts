import type { LayerMove, Movable } from "posenc/atlas";
import type { WeightPairing } from "posenc/files";
import type { ProbePlan } from "posenc/probe";
import { counted } from "../../../src/api/arguments/counted.ts";
import { formatCount } from "../../plot/numbers.ts";
import { node, spoken } from "../nodes.ts";

import type { Task, Weights } from "./job.ts";

/** Whether the cached keys of a model may move: a form with the text's places, and the answer for each kind of layer. */
export class MovesPanel {
  readonly element: HTMLElement;
  readonly #place = node("div", { role: "status" });

  constructor(config: string, ask: (task: Task, doing: string) => void) {
    const whole = { type: "number", max: 2 ** 24, step: 1, inputmode: "numeric" };
    const place = (value: string) => node("input", { ...whole, min: 0, value, required: true });
    const [from, to] = [place("512"), place("0")];
    const length = node("input", { ...whole, min: 1, placeholder: "any" });
    const types = ["float32", "bfloat16", "float16"].map((name) => node("option", {}, name));
    const precision = node("select", { autocomplete: "off" }, ...types);
    const form = node(
      "form",
      {},
      node("label", {}, "Position of the text’s first token", from),
      node("label", {}, "Position after the move", to),
      node("label", {}, "Length of the moved text, in tokens", length),
      node("label", {}, "Number type of the cache", precision),
      node("button", {}, "May it move?"),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const options = {
        from: Number(from.value),
        to: Number(to.value),
        ...(length.value === "" ? {} : { length: Number(length.value) }),
        precision: precision.value as "float32",
      };
      ask({ task: "move", config, options }, "Looking at each layer …");
    });
    this.element = node(
      "details",
      { class: "folded form moves" },
      node("summary", {}, "May cached keys move to other positions?"),
      form,
      this.#place,
    );
  }

  show({ layers, move, notes }: Movable): void {
    const counts = new Map<LayerMove, number>();
    for (const layer of layers) counts.set(layer, (counts.get(layer) ?? 0) + 1);
    const lines = [...counts].map(([{ kind, move, says }, count]) => {
      const which = `${formatCount(count, "layer")}${kind === "all" ? "" : ` of ${kind}`}`;
      const mark = node("span", { class: "mark", "aria-hidden": true }, MARKS[move]);
      return node("li", {}, mark, node("strong", {}, `${which}: ${WORDS[move]}.`), ` ${spoken(says)}`);
    });
    this.#place.replaceChildren(
      node("p", {}, node("strong", {}, VERDICTS[layers.length === 0 ? "unknown" : move])),
      node("ul", { class: "verdicts" }, ...lines),
      node("ul", { class: "notes" }, ...notes.map((note) => node("li", {}, note))),
    );
  }
}

const WORDS: Readonly<Record<LayerMove["move"], string>> = {
  exact: "yes",
  rerotate: "yes",
  impossible: "no",
  unknown: "not known",
};
const MARKS: typeof WORDS = { exact: "✓", rerotate: "✓", impossible: "×", unknown: "?" };
const VERDICTS: Readonly<Record<LayerMove["move"], string>> = {
  exact: "The cache may move as it is.",
  rerotate: "The cache may move, if its keys are rotated again.",
  impossible: "The cache cannot move: the model must compute it at the new positions.",
  unknown: "It is not known whether the cache may move.",
};

/** Makes a probe of a config, which asks an engine for its rotation: a form, and then how to run the probe. */
export class ProbePanel {
  readonly element: HTMLElement;
  readonly #place = node("div", { role: "status" });

  constructor(config: string, ask: (task: Task, doing: string) => void) {
    const format = node(
      "select",
      { autocomplete: "off" },
      node("option", { value: "safetensors" }, "safetensors, for the engine’s own converter"),
      node("option", { value: "gguf" }, "GGUF, for llama.cpp"),
    );
    const number = (min: number, max: number, placeholder: string) =>
      node("input", { type: "number", min, max, step: 1, inputmode: "numeric", placeholder });
    const top = number(3, 20, "all");
    const layers = number(1, 8, "as many as show each kind");
    const length = number(16, 8192, "1024, or more for wide heads");
    const form = node(
      "form",
      {},
      node("label", {}, "Form of the weights", format),
      node("label", {}, "Log-probabilities that the engine gives at each position", top),
      node("label", {}, "Layers", layers),
      node("label", {}, "Tokens of the prompt", length),
      node("button", {}, "Make the probe"),
    );
    const numberOf = ({ value }: HTMLInputElement) => (value === "" ? undefined : Number(value));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const options = {
        format: format.value as "gguf",
        top: numberOf(top),
        layers: numberOf(layers),
        length: numberOf(length),
      };
      ask({ task: "probe", config, options }, "Making the probe …");
    });
    this.element = node(
      "details",
      { class: "folded form probe" },
      node("summary", {}, "What does your engine compute? Make a probe"),
      node(
        "p",
        {},
        "A probe is a small checkpoint with the config’s position fields. An engine that runs it tells its rotation by its log-probabilities. ",
        node("a", { href: "../reference/llama-cpp.html" }, "llama.cpp runs it in a page"),
        " of this site.",
      ),
      form,
      this.#place,
    );
  }

  /** Shows how to run the probe that was saved. */
  show({ layers, headDim, prompt, prompts, top, vocab }: ProbePlan, files: readonly string[]): void {
    const texts = counted(prompts?.length ?? 1, "prompt");
    const made = `probe.zip has ${files.join(", ")}: ${counted(layers, "layer")}, heads of ${headDim} channels, ${texts} of ${prompt.length} tokens.`;
    const code = (text: string) => node("code", {}, text);
    const run = files.includes("run.py")
      ? [
          code("python run.py transformers"),
          ", with ",
          code("mlx"),
          " or ",
          code("onnx"),
          " for another engine",
        ]
      : [code("npm install node-llama-cpp"), " and ", code("node run.mjs")];
    const ids =
      prompts === undefined
        ? ["the token ids in ", code("prompt")]
        : ["each list of token ids in ", code("prompts")];
    const row = top === undefined ? `all ${vocab} log-probabilities` : `the ${top} largest log-probabilities`;
    const form =
      top === undefined
        ? '{"tokens": [0, …], "logprobs": [[-3.2, …], …]}'
        : '[{"tokens": [0, …], "logprobs": [{"17": -0.3, …}, …]}, …]';
    this.#place.replaceChildren(
      node("p", {}, made),
      node(
        "ol",
        {},
        node("li", {}, "Unpack it, and run it there: ", ...run, ". That writes ", code("answers.json"), "."),
        node(
          "li",
          {},
          "For another engine: load the model, give it ",
          ...ids,
          " of ",
          code("probe.json"),
          `, with no BOS in front, and save ${row} after each token, as natural logarithms: `,
          code(form),
          ".",
        ),
        node(
          "li",
          {},
          "Drop ",
          code("answers.json"),
          " here, or later together with ",
          code("probe.json"),
          ".",
        ),
      ),
    );
  }
}

/** The weights of a file: on request the pairing of one projection, and its rows in the other order. */
export class WeightsPanel {
  readonly element: HTMLElement;
  readonly #weights: Weights;
  readonly #ask: (task: Task, doing: string) => void;
  readonly #place = node("div", { role: "status" });

  constructor(weights: Weights, ask: (task: Task, doing: string) => void) {
    this.#weights = weights;
    this.#ask = ask;
    const { tensors, types, projections, shape } = weights;
    const facts = `${formatCount(tensors, "tensor")} of ${types.join(", ")}. Only the header was read.`;
    this.element = node("div", { class: "weights" }, node("h3", {}, "The weights"), node("p", {}, facts));
    if (projections.length === 0)
      this.element.append(node("p", {}, "The file has no projection to queries or keys of its own."));
    else if (shape === null)
      this.element.append(
        node("p", {}, "Heads and their width are not known, so rows cannot be told apart."),
      );
    else this.element.append(this.#choice(), this.#place);
  }

  show(tensor: string, { verdict, pairing, halves, interleaved }: WeightPairing): void {
    const row = (name: string, { wins, of, z }: WeightPairing["halves"]) =>
      node(
        "li",
        {},
        `${name}: ${wins} of ${of} comparisons won, ${z.toFixed(1)} standard deviations from chance`,
      );
    this.#place.replaceChildren(
      node("p", {}, node("strong", {}, verdict)),
      node("ul", {}, row("Halves", halves), row("Interleaved", interleaved)),
      node(
        "p",
        { class: "bar" },
        ...(["halves", "interleaved"] as const)
          .filter((to) => to !== pairing)
          .map((to) => this.#save(tensor, to)),
      ),
    );
  }

  #choice(): HTMLElement {
    const { projections, shape } = this.#weights;
    const options = projections.map((name) => node("option", {}, name));
    const select = node("select", {}, ...options);
    select.selectedIndex = Math.floor(projections.length / 2); // of a middle layer
    const button = node("button", { type: "button" }, "Read it, and tell its pairing");
    button.addEventListener("click", () => {
      const tensor = select.value;
      if (shape) this.#ask({ task: "pairing", tensor, shape }, `Reading ${tensor} …`);
    });
    return node("p", { class: "bar" }, node("label", {}, "Projection ", select), button);
  }

  #save(tensor: string, to: "halves" | "interleaved"): HTMLElement {
    const { shape } = this.#weights;
    const button = node("button", { type: "button" }, `Save its rows permuted to ${to}, .npy`);
    button.addEventListener("click", () => {
      if (shape) this.#ask({ task: "permute", tensor, shape, to }, `Permuting ${tensor} …`);
    });
    return button;
  }
}
