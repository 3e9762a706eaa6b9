import { formatSpec, load, type ResolvedSpec } from "posenc/full";
import { type Code, code, literal } from "../../methods/code.ts";
import { atAnyPosition, rope } from "../../methods/rope.ts";
import { formatFixed, formatInteger, formatRough, formatSmall } from "../../plot/numbers.ts";
import { node } from "../nodes.ts";
import type { Rule } from "./layer-looks.ts";

/** Programs that make the cosines and sines of a rule at one position, (pairs, 2), as their last variable `values`. */
function ruleCode(spec: ResolvedSpec<"rope">, position: number): Code {
  const known = atAnyPosition(spec);
  const axes = known.sections === undefined && known.axisOfPair === undefined ? "" : "  # on all axes";
  return code(
    `position = ${position}${axes}
${rope.python(known)}
angle = position * frequency
values = size(position, None) * xp.stack([xp.cos(angle), xp.sin(angle)], 1)
`,
    `const spec = ${literal(known)};
const { cos, sin } = pe.rotaryTable(spec, { start: ${position}, length: 1 });
const values = Array.from(cos, (cosine, pair) => [cosine, sin[pair]]).flat();
`,
  );
}

/** A rule of rotation: wavelengths of its pairs against two lengths, values at a position, and code that makes them. */

interface Place {
  /** The field of a config that holds the part; empty for the main one. */
  readonly part: string;
  readonly isOnly: boolean;
  /** Tokens that the class serves, if it says so. */
  readonly length: number | undefined;
}

/** Pairs with values to compare. */
const PAIRS = 4;
/** Positions far enough to tell bases apart, and near enough for any model: of tokens; of rows or columns. */
const POSITION = { token: 100, row: 10 };
/** The length in the figure for a model that does not say one: tokens; rows or columns. */
const USUAL_LENGTH = { token: 4096, row: 64 };
/** The largest position with correctly rounded entries. */
const LAST = 2 ** 24 - 1;

const LANGUAGES = { numpy: "NumPy", pytorch: "PyTorch", javascript: "JavaScript" } as const;

export function rulePanel({ spec, number, kinds }: Rule, { part, isOnly, length }: Place): HTMLElement {
  const full = { ...spec, pairing: spec.pairing ?? "halves" } as ResolvedSpec<"rope">;
  const title = isOnly ? "Rotation" : `Rule ${number}`;
  const whose = part === "" ? "" : ` of ${part}`;
  const of = isOnly || kinds.includes("all") ? "" : `: layers of kind ${kinds.join(", ")}`;
  return node(
    "div",
    { class: "rule" },
    node("h4", {}, `${title}${whose}${of}`),
    ...wavelengths(full, length),
    ...values(full),
  );
}

/** The trained length that a rule states; for a rule without one, that of the class. */
const trainedOf = ({ scaling }: ResolvedSpec<"rope">): number | undefined =>
  "originalLength" in scaling ? scaling.originalLength : undefined;

/** The length that a rule stretches the trained one to; 0 if it does not say one. */
const stretchedOf = ({ scaling }: ResolvedSpec<"rope">): number =>
  "originalLength" in scaling
    ? Math.round(scaling.originalLength * ("factor" in scaling ? scaling.factor : 1))
    : 0;

/** Axes with frequencies of their own are those of an image. */
const unitOf = ({ restartSections }: ResolvedSpec<"rope">) => (restartSections ? "row" : "token");

function wavelengths(spec: ResolvedSpec<"rope">, length: number | undefined): HTMLElement[] {
  const unit = unitOf(spec);
  const trained = trainedOf(spec) ?? length;
  const usual = USUAL_LENGTH[unit];
  const context = Math.max(length ?? 0, stretchedOf(spec)) || usual;
  const figure = node("pe-rope" as "div", {
    class: "wavelengths",
    view: "wavelengths",
    spec: formatSpec(spec),
    trained: trained ?? usual,
    length: context,
    compare: "",
    controls: "none",
  });
  figure.append(
    node("p", {}, "The wavelengths of the pairs are drawn here once the figure’s script has come."),
  );
  const field = number(
    unit === "row" ? "Rows or columns" : "Context, tokens",
    context,
    { from: 2, to: 2 ** 24 },
    (value) => figure.setAttribute("length", String(value)),
  );
  const said =
    unit === "row"
      ? "Positions are those of one axis of an image or a video, in the units of the model, where the figure says tokens."
      : trained === undefined
        ? `No length is known; the lines begin at ${formatInteger(usual)} tokens.`
        : trained < context
          ? `The rule stretches ${formatInteger(trained)} trained tokens to ${formatInteger(context)}.`
          : `The model serves ${formatInteger(trained)} tokens. A longer context shows which pairs then meet new angles.`;
  return [node("div", { class: "fields" }, field), figure, node("p", { class: "from" }, said)];
}

function values(spec: ResolvedSpec<"rope">): HTMLElement[] {
  const body = node("tbody");
  const heads = ["pair", "frequency", "cosine", "sine"].map((name) => node("th", { scope: "col" }, name));
  const caption = node("caption");
  const table = node(
    "table",
    { class: "numbers" },
    caption,
    node("thead", {}, node("tr", {}, ...heads)),
    body,
  );
  const programs = Object.entries(LANGUAGES).map(([language, name]) => {
    const code = node("code");
    const box = node("details", {}, node("summary", {}, name), node("pre", { tabindex: 0 }, code));
    return {
      box,
      show: (position: number) => code.replaceChildren(ruleCode(spec, position)[language as "numpy"].trim()),
    };
  });
  const show = async (position: number) => {
    for (const program of programs) program.show(position);
    const pe = await load();
    const factor = pe.attentionFactor(spec);
    const times =
      factor === 1 ? "" : `, cosine and sine times the attention factor ${formatRough(factor, 5)}`;
    caption.textContent = `The first pairs at position ${formatInteger(position)}${times}`;
    const { cos, sin } = pe.rotaryTable(atAnyPosition(spec), { start: position, length: 1 });
    const frequencies = pe.frequencies(spec);
    const count = Math.min(PAIRS, cos.length);
    body.replaceChildren(
      ...Array.from({ length: count }, (_, pair) =>
        node(
          "tr",
          {},
          node("th", { scope: "row" }, String(pair)),
          node("td", {}, formatSmall(frequencies[pair] as number)),
          node("td", {}, formatFixed(cos[pair] as number, 6)),
          node("td", {}, formatFixed(sin[pair] as number, 6)),
        ),
      ),
    );
  };
  const field = number(
    "Position",
    POSITION[unitOf(spec)],
    { from: 0, to: LAST },
    (position) => void show(position),
  );
  void show(POSITION[unitOf(spec)]);
  return [
    node("div", { class: "fields" }, field),
    table,
    node("div", { class: "programs" }, ...programs.map(({ box }) => box)),
  ];
}

/** A labelled field for a whole number. Other texts change nothing. */
function number(
  label: string,
  value: number,
  { from, to }: { from: number; to: number },
  take: (value: number) => void,
): HTMLElement {
  const input = node("input", { type: "number", value, min: from, max: to, step: 1, inputmode: "numeric" });
  input.addEventListener("input", () => {
    if (input.value !== "" && input.validity.valid) take(input.valueAsNumber);
  });
  return node("label", {}, `${label} `, input);
}
