import type { Movable } from "posenc/atlas";
import { type Diagnosis, evidenceText, type Finding, type FindingName } from "posenc/diagnose";
import { type Comparison, type EngineColumn, engines } from "posenc/engines";
import type { WeightPairing } from "posenc/files";
import type { ProbePlan } from "posenc/probe";
import { formatCount } from "../../plot/numbers.ts";
import { node, spoken } from "../nodes.ts";
import { factsParts } from "../probe/facts.ts";
import { comparisonParts } from "./comparison.ts";
import { foundPicture } from "./found-picture.ts";
import type { Result, Task } from "./job.ts";
import { MovesPanel, ProbePanel, WeightsPanel } from "./panels.ts";

// What the engines of today do with a config, in a sentence or two; versions before a change are in the list below it.

/** Engines before a change are named after a commit. */
const isCurrent = ({ engine }: EngineColumn): boolean => !engine.includes("@");

const titleOf = (name: string): string => engines().find((each) => each.name === name)?.title ?? name;

function listed(names: readonly string[]): string {
  const all = names.map(titleOf);
  return all.length < 2 ? all.join("") : `${all.slice(0, -1).join(", ")} and ${all.at(-1)}`;
}

/** Engines by the worst of their answers for all kinds of layers. */
function sorted({ layers }: Comparison) {
  const columns = layers.flatMap((layer) => layer.engines.filter(isCurrent));
  const names = [...new Set(columns.map(({ engine }) => engine))];
  const any = (name: string, is: (column: EngineColumn) => boolean) =>
    columns.some((column) => column.engine === name && is(column));
  const differing = names.filter((name) => any(name, ({ differs }) => differs));
  const serving = names.filter((name) => !differing.includes(name) && any(name, ({ serves }) => serves));
  const unknown = serving.filter((name) => any(name, ({ known }) => !known));
  return { differing, unknown, same: serving.filter((name) => !unknown.includes(name)), columns };
}

const verb = (names: readonly string[], one: string, many: string) => (names.length === 1 ? one : many);

function headline(comparison: Comparison): string {
  const { differing, unknown, same, columns } = sorted(comparison);
  if (columns.length === 0) return comparison.verdict;
  const first = columns.find(({ differs }) => differs);
  const reason =
    first === undefined ? [] : [`${first.verdict.split("; not known:")[0]?.replace(/\.$/, "")}.`];
  const agree =
    same.length === 0
      ? "No engine is known in full to compute the same rotation"
      : `${listed(same)} ${verb(same, "computes", "compute")} the same rotation, up to rounding`;
  const other =
    differing.length === 0
      ? []
      : [`${listed(differing)} ${verb(differing, "computes", "compute")} something else.`];
  const open =
    unknown.length === 0
      ? []
      : [`Not known in full: ${listed(unknown)}, whose source for this type was not read.`];
  return [...other, `${agree}.`, ...reason, ...open].join(" ");
}

/** The line of code as it should be, for mistakes that one line makes. Python, with NumPy or PyTorch, unless it says `pe.` */

const frequencies = "inv_freq = base ** (-torch.arange(0, dim, 2, dtype=torch.float32) / dim)";
const angles = "angle = position[:, None].float() * inv_freq  # float32, also under autocast";

const fixes: Partial<Readonly<Record<FindingName, string>>> = {
  "wrong-pairing":
    'pe.permutePairing(weights, { headDim, to: "halves" })  // once, or set the flag: is_neox_style, traditional, interleaved',
  "wrong-base": 'base = config["rope_theta"]  # no default: a missing field is an error',
  "wrong-rotary-width": "rotary_dim = int(head_dim * partial_rotary_factor)  # once",
  "wrong-divisor": frequencies,
  "angle-by-channel": "angle = position[:, None] * base ** (-2 * (torch.arange(dim) // 2) / dim)",
  "tiled-angles": "interleaved: angle.repeat_interleave(2, -1); halves: torch.cat([angle, angle], -1)",
  "signs-equal": "torch.cat([-x2, x1], -1)  # rotate_half: the first channel gets the minus",
  overwritten: "x1, x2 = x1 * cos - x2 * sin, x2 * cos + x1 * sin  # both at once",
  degrees: "np.sin(angle)  # radians: leave out np.degrees",
  "integer-division": "angle = position[:, None] / 10000 ** (2 * i / d)  # /, not //",
  "exponent-integer": "10000 ** (2 * i / d)  # /, not //",
  "exponent-doubled": "for i in range(d // 2): angle = position / 10000 ** (2 * i / d)",
  "exponent-halved": "for i in range(d // 2): angle = position / 10000 ** (2 * i / d)",
  multiplied: "angle = position / 10000 ** (2 * i / d)  # divided",
  "all-sines": "pe[:, 1::2] = np.cos(angle)",
  "all-cosines": "pe[:, 0::2] = np.sin(angle)",
  "sine-of-sine": "pe[:, 0::2] = np.sin(angle); pe[:, 1::2] = np.cos(angle)",
  "sign-reversed": "pe[:, 0::2] = np.sin(angle)  # no minus",
  "order-reversed": frequencies,
  "positions-rounded": angles,
  "frequencies-rounded": frequencies,
  "phases-rounded": angles,
  "rotation-reversed": "x1 * cos - x2 * sin, x2 * cos + x1 * sin",
  "rotated-twice": "cache.append(key)  # rotate a key once: before the cache, or after it",
  "ramp-rounded": 'truncate = config["rope_scaling"].get("truncate", True)  # False: no floor and ceil',
  "attention-factor-missing": "cos, sin = cos * attention_factor, sin * attention_factor",
  "scaling-inverted": "freq_scale = 1 / factor",
};

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
  readonly #settings: HTMLElement;
  #weights: WeightsPanel | undefined;
  #moves: MovesPanel | undefined;
  #probe: ProbePanel | undefined;
  #isExample = false;

  /** @param settings - fields of how engines are compared, which stand above their comparison */
  constructor(places: Places, settings: HTMLElement, ask: Ask) {
    this.#settings = settings;
    this.#places = places;
    this.#ask = ask;
  }

  /** Whether nothing of the reader's is shown. */
  get isEmpty(): boolean {
    return this.#isExample || Boolean(this.#places.section.hidden);
  }

  /** @param isExample - whether this is the page's example, which leaves the reader where they are */
  show(result: Result, ms: number, isExample: boolean): void {
    this.#isExample = isExample;
    const { section, verdict, place } = this.#places;
    this.#weights = undefined;
    this.#moves = undefined;
    this.#probe = undefined;
    const said = "An example, until your file is here: a cache of the wrong pairing.";
    verdict.replaceChildren(
      ...(isExample ? [node("p", { class: "from" }, said)] : []),
      ...verdictParts(result),
    );
    place.replaceChildren(
      node("p", { class: "from" }, `${result.what}. Looked at in ${timeText(ms)}.`),
      ...this.#parts(result),
    );
    const before = document.getElementById("before");
    if (before) before.hidden = true;
    section.hidden = false;
    if (!isExample) section.scrollIntoView({ block: "nearest" });
  }

  showPairing(tensor: string, pairing: WeightPairing): void {
    this.#weights?.show(tensor, pairing);
  }

  showMoves(moves: Movable): void {
    this.#moves?.show(moves);
  }

  showProbe(plan: ProbePlan, files: readonly string[]): void {
    this.#probe?.show(plan, files);
  }

  #parts(result: Result): HTMLElement[] {
    if (result.kind === "numbers") return findingParts(result.diagnosis);
    return result.kind === "answers" ? factsParts(result.facts, "engine") : this.#configParts(result);
  }

  #configParts(result: Result & { kind: "config" }): HTMLElement[] {
    const { recipe, weights, config } = result;
    this.#moves = new MovesPanel(config, this.#ask);
    this.#probe = new ProbePanel(config, this.#ask);
    const said = node("ul", { class: "recipe" }, ...recipe.map((sentence) => node("li", {}, sentence)));
    if (weights !== null) this.#weights = new WeightsPanel(weights, this.#ask);
    return [
      this.#settings,
      ...comparisonParts(result),
      node("h3", {}, "What the config says"),
      said,
      this.#probe.element,
      this.#moves.element,
      ...(this.#weights === undefined ? [] : [this.#weights.element]),
    ];
  }
}

const timeText = (ms: number): string =>
  ms < 1000 ? `${Math.max(1, Math.round(ms))} ms` : `${(ms / 1000).toFixed(1)} s`;

/** The first sentence large, in the colour of what it says; the others below it. */
function verdictParts(result: Result): HTMLElement[] {
  if (result.kind === "config") {
    const { comparison, recipe } = result;
    const isPair =
      recipe.some((sentence) => sentence.startsWith("Only ")) || comparison.verdict.includes(" say");
    return sentenceParts(isPair ? comparison.verdict : headline(comparison), "");
  }
  if (result.kind === "answers") {
    const { verdict, same, known } = result.facts.result;
    return sentenceParts(spoken(verdict), same ? (known ? "good" : "") : "bad");
  }
  const { verdict, findings, is, comparison } = result.diagnosis;
  const isWrong = findings.some(({ severity }) => severity === "fault");
  const isRight = !isWrong && is !== null && comparison?.equal !== false;
  return sentenceParts(verdict, isWrong ? "bad" : isRight ? "good" : "");
}

/** A sentence ends before a capital letter. */
const FIRST_SENTENCE = /^(.{12,}?[.!?…]) (?=[A-Z])/;

function sentenceParts(said: string, kind: string): HTMLElement[] {
  const text = said.replaceAll("….", "…");
  const [, first = text] = FIRST_SENTENCE.exec(text) ?? [];
  const rest = text.slice(first.length);
  return [node("h2", { class: kind }, first), ...(rest === "" ? [] : [node("p", {}, rest)])];
}

function findingParts(diagnosis: Diagnosis): HTMLElement[] {
  const { is, models, findings } = diagnosis;
  const others = models.filter((model) => model !== is); // the verdict names that one
  const same = others.length === 0 ? [] : [node("p", {}, `The same numbers: ${others.join(", ")}.`)];
  return [...foundPicture(diagnosis), ...same, ...findings.map((finding) => findingPart(finding, diagnosis))];
}

/** A finding: its name, its likely cause, what to do, how sure it is, and its numbers. */
function findingPart(
  { name, severity, evidence, confidence, look }: Finding,
  { comparison }: Diagnosis,
): HTMLElement {
  const mark = severity === "fault" ? "≠" : "i";
  const numbers = evidence.map(evidenceText);
  const fix = fixes[name];
  const compared =
    comparison === null
      ? ""
      : ` ${formatCount(comparison.compared, "value was", "values were")} compared with ${comparison.with}.`;
  const sure = `${Math.round(100 * confidence)} % sure.${compared}`;
  const row = (title: string, ...content: (Node | string)[]) => [
    node("dt", {}, title),
    node("dd", {}, ...content),
  ];
  return node(
    "article",
    { class: `finding ${severity}` },
    node(
      "h3",
      {},
      node("span", { class: "mark", "aria-hidden": true }, mark),
      ` ${name.replaceAll("-", " ")}`,
    ),
    node(
      "dl",
      {},
      ...row(severity === "fault" ? "likely cause" : "a note", `Look at ${look}.`),
      ...(fix === undefined ? [] : row("to fix", node("code", {}, fix))),
      ...row("how sure", sure),
      ...(numbers.length === 0 ? [] : row("numbers", `${numbers.join("; ")}.`)),
    ),
  );
}
