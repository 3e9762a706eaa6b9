import type { Diagnosis, Finding } from "posenc/diagnose";
import type { WeightPairing } from "posenc/files";
import { node } from "../reference/nodes.ts";
import { comparisonParts } from "./comparison.ts";
import type { Result, Task } from "./job.ts";
import { WeightsPanel } from "./weights-panel.ts";

/** The result as a person reads it: the verdict first, then what it is from. */

type Ask = (task: Task, doing: string) => void;

interface Places {
  readonly section: HTMLElement;
  readonly verdict: HTMLElement;
  readonly place: HTMLElement;
}

export class Report {
  readonly #places: Places;
  readonly #ask: Ask;
  #weights: WeightsPanel | undefined;

  constructor(places: Places, ask: Ask) {
    this.#places = places;
    this.#ask = ask;
  }

  get isEmpty(): boolean {
    return Boolean(this.#places.section.hidden);
  }

  show(result: Result, ms: number): void {
    const { section, verdict, place } = this.#places;
    this.#weights = undefined;
    const { verdict: sentence } = result.kind === "numbers" ? result.diagnosis : result.comparison;
    verdict.replaceChildren(node("h2", {}, sentence));
    place.replaceChildren(
      node("p", { class: "from" }, `${result.what}. Looked at in ${timeText(ms)}.`),
      ...(result.kind === "numbers" ? findingParts(result.diagnosis) : this.#configParts(result)),
    );
    section.hidden = false;
    section.scrollIntoView({ block: "nearest" });
  }

  showPairing(tensor: string, pairing: WeightPairing): void {
    this.#weights?.show(tensor, pairing);
  }

  #configParts(result: Result & { kind: "config" }): HTMLElement[] {
    const { recipe, weights } = result;
    const said = node("ul", { class: "recipe" }, ...recipe.map((sentence) => node("li", {}, sentence)));
    if (weights !== null) this.#weights = new WeightsPanel(weights, this.#ask);
    return [
      ...comparisonParts(result),
      node("h3", {}, "What the config says"),
      said,
      ...(this.#weights === undefined ? [] : [this.#weights.element]),
    ];
  }
}

const timeText = (ms: number): string =>
  ms < 1000 ? `${Math.max(1, Math.round(ms))} ms` : `${(ms / 1000).toFixed(1)} s`;

function findingParts({ is, models, findings }: Diagnosis): HTMLElement[] {
  const others = models.filter((model) => model !== is); // the verdict names that one
  const same = others.length === 0 ? [] : [node("p", {}, `The same numbers: ${others.join(", ")}.`)];
  return [...same, ...findings.map(findingPart)];
}

/** A finding: its name, how sure it is, its numbers, and where to look. */
function findingPart({ name, severity, evidence, confidence, look }: Finding): HTMLElement {
  const mark = severity === "fault" ? "≠" : "i";
  const kind = severity === "fault" ? "a fault" : "a note";
  const rows = evidence.map(({ what, value, unit }) =>
    node("li", {}, `${what}: ${valueText(value)}${unit === "1" || unit === "" ? "" : ` ${unit}`}`),
  );
  return node(
    "article",
    { class: `finding ${severity}` },
    node(
      "h3",
      {},
      node("span", { class: "mark", "aria-hidden": true }, mark),
      ` ${name.replaceAll("-", " ")}`,
    ),
    node("p", { class: "from" }, `${kind}, confidence ${Math.round(100 * confidence)} %`),
    node("ul", {}, ...rows),
    node("p", {}, node("strong", {}, "Look at "), `${look}.`),
  );
}

/** A number for reading. */
function valueText(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e9) return String(value).replace("-", "−");
  const small = Math.abs(value) < 1e-3 || Math.abs(value) >= 1e9;
  return (small ? value.toExponential(2) : String(Number(value.toPrecision(5)))).replaceAll("-", "−");
}
