import type { ProbePlan } from "posenc/probe";
import { counted } from "../../../src/api/arguments/counted.ts";
import { node } from "../nodes.ts";
import type { Task } from "./job.ts";

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
