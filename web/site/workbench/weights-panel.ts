import type { WeightPairing } from "posenc/files";
import { formatCount } from "../../plot/numbers.ts";
import { node } from "../nodes.ts";
import type { Task, Weights } from "./job.ts";

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
