import type { LayerMove, Movable } from "posenc/atlas";
import { formatCount } from "../../plot/numbers.ts";
import { node } from "../nodes.ts";
import { spoken } from "../spoken.ts";
import type { Task } from "./job.ts";

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
