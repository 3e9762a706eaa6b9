import { css } from "@lit/reactive-element";
import type { Posenc, ResolvedSpec } from "../../../src/entries/encodings.ts";
import { isAdditive, methodOf } from "../../methods/methods.ts";
import { formatFloat32, formatInteger, formatRough, formatSmall } from "../../plot/numbers.ts";
import { check, choose, slide, wholeScale } from "../controls/bound.ts";
import { encodingMenu } from "../controls/encoding-menu.ts";
import { readingStyles } from "../controls/reading-styles.ts";
import { anySpec } from "../definition/any-spec.ts";
import type { Cell } from "../definition/definition.ts";
import { fullModule } from "../definition/full-module.ts";
import { flag, notShown, refusal, whole, word } from "../definition/rules.ts";
import { figure } from "../figure/figure.ts";
import { scoreCode } from "./score-code.ts";
import { ScorePlot } from "./score-plot.ts";
import { firstVisible, type ScoreRecipe } from "./score-recipe.ts";
import {
  AXES,
  isScore,
  SCORE_METHODS,
  type ScoreShown,
  type ScoreSpec,
  type Scores,
  scoresOf,
} from "./score-shown.ts";

/** Scores in words. */

const DIGITS = 6;
/** Smaller scores are written as 0. */
const LEAST = 5e-4;

const brief = (value: number): string => (Math.abs(value) < LEAST ? "0" : formatRough(value));
const score = (value: number): string => formatRough(value, DIGITS);

/** Describes one offset. */
function describePoint(scores: ScoreShown, { row, column }: Cell): string {
  const { points, lines, spread, other, recipe } = scores;
  const offset = points[column] as number;
  const line = lines[row];
  const value = line?.values[column] as number;
  const exact = {
    added: `P·P = ${score(value)}`,
    rotated: `k = q scores ${score(value)} ± ${formatRough(spread?.[column] ?? 0)}, unrelated k 0 ± ${formatRough(other?.[column] ?? 0)}`,
    bias: `${line?.name} ${formatFloat32(value)}`,
  }[scores.kind];
  const rounded =
    recipe && scores.errors
      ? `; float32 recipe ${score(recipe.values[column] as number)}, with an error of up to ${formatSmall(recipe.entry[column] as number)}`
      : "";
  return `offset ${formatInteger(offset)}: ${exact}${rounded}`;
}

/** Describes all offsets. */
function describeScores(scores: ScoreShown): string {
  const { kind, quantity, points, lines, recipe, errors } = scores;
  if (quantity !== undefined) {
    return `The picture shows the ${quantity} of each distance, not the bias: training finds the bias for it.`;
  }
  if (kind === "bias") {
    return "The bias that is added to the score. Below ln 2⁻²⁴ = −16.6, float32 loses a key’s weight beside a key without bias.";
  }
  const [first = 0, last = 0] = [lines[0]?.values[0], lines[0]?.values.at(-1)];
  const ends = `${brief(first)} at offset 0, ${brief(last)} at ${formatInteger(points.at(-1) as number)}`;
  const what =
    kind === "added"
      ? `The product of two rows: ${ends}.`
      : `With random channels (mean 0, variance 1), a key equal to its query scores ${ends}; ${describeOther(scores)}.`;
  return errors ? `${what} ${describeRecipe(recipe, points)}` : what;
}

function describeOther({ other }: Scores): string {
  const [near = 0, far = 0] = [other?.[0], other?.at(-1)];
  const any = `any other key scores 0 ± ${brief(near)}`;
  return Math.abs(near - far) < LEAST
    ? `${any} at any distance`
    : `${any} near by, ± ${brief(far)} at the end`;
}

function describeRecipe(recipe: ScoreRecipe | undefined, points: readonly number[]): string {
  if (!recipe) return "";
  const first = firstVisible(recipe, points);
  if (first === undefined) return "The float32 recipe stays within 0.01.";
  const where = first === 0 ? "At every offset" : `From about ${formatRough(first, 2)} on`;
  return `${where} float32 errors exceed 0.01 (shaded).`;
}

const scoreStyles = [
  readingStyles({ 0: 6, 30: 3, 44: 2 }),
  css`
  [data-chosen] path {
    stroke: var(--_accent);
  }
  [data-chosen] .swing,
  .spread,
  .lies,
  .chosen {
    fill: var(--_accent);
  }
`,
];

/** The last position with exact tables. */
const FARTHEST = 2 ** 24;
const MOST_HEADS = 64;
/** Most channels: wider tables would block the page. */
const WIDEST = 4096;
/** The end of the sliders; attributes allow more. */
const LONGEST = 1e6;

/** What positions make of an attention score, by the offset of query and key. */
export const ScoreElement = figure({
  tag: "pe-score",
  doc: "The effect of positions on an attention score, by the offset of query and key: the inner product of two rows of an added encoding, a rotary score of random content with its spread, or a bias; and where the float32 recipe goes wrong.",
  example: '<pe-score spec="preset=llama-2" length="100000"></pe-score>',
  module: fullModule,
  encoding: anySpec(
    "preset=llama-2",
    "An added encoding, a rotary one, or a bias that depends only on positions: `llama-2`, `alibi`, …",
    shownSpec,
  ),
  state: {
    length: whole({ from: 2, to: FARTHEST, default: LONGEST, doc: "The longest offset" }),
    key: whole({ from: 0, to: FARTHEST, default: 0, doc: "The position that offsets start from" }),
    heads: whole({ from: 1, to: MOST_HEADS, default: 8, doc: "Heads of a bias" }),
    axis: word(AXES, { doc: "The axis of offsets" }),
    errors: flag({
      default: true,
      doc: "Whether the errors of the float32 recipe are drawn below the scores",
    }),
  },
  styles: scoreStyles,
  kind: "plot",
  parts: ["value"],
  compute: (pe: Posenc, { encoding, length, key, heads, axis, errors }): ScoreShown => ({
    ...scoresOf(pe, encoding, { length, key, heads }),
    axis,
    errors,
  }),
  plot: () => new ScorePlot(),
  label: ({ range: { length, key } }) => `Score by offset, 0 to ${length}, key at ${key}`,
  describe: (shown, cell) => (cell ? describePoint(shown, cell) : describeScores(shown)),
  grid: ({ lines, points }) => ({ rows: lines.length, columns: points.length }),
  valueAt: ({ row, column }) => ({ row: column, column: row }),
  array({ points, lines, spread, other }) {
    const columns = [
      ...lines.map(({ name, values }) => ({ name, values })),
      ...(spread ? [{ name: "spread", values: spread }] : []),
      ...(other ? [{ name: "spread of unrelated k", values: other }] : []),
    ];
    return {
      corner: "offset",
      rows: points,
      columns: columns.map(({ name }) => name),
      values: points.flatMap((_, n) => columns.map(({ values }) => values[n] as number)),
    };
  },
  code: ({ spec, points, lines, range: { key } }) => scoreCode(spec, { points, key, heads: lines.length }),
  controls: {
    bar: [encodingMenu("encoding", SCORE_METHODS)],
    more: [
      slide("length", { ...wholeScale(2), label: "up to", from: 10, to: LONGEST }),
      slide("key", { ...wholeScale(2, 0), label: "key at", to: LONGEST }),
      choose("axis", "axis", AXES),
      check("errors", "errors of float32"),
    ],
  },
});

/** The encoding. Throws if its score depends on more than the offset, or if it is too wide. */
function shownSpec(spec: ResolvedSpec): ScoreSpec {
  if (!isScore(spec)) {
    const text = `The score of "${spec.method}" does not depend on the offset alone; choose another encoding.`;
    throw notShown(text, spec.method);
  }
  if (isAdditive(spec) && methodOf(spec).hasPairs && spec.dModel % 2 !== 0)
    throw refusal("dModel", "even, because every sine needs its cosine", spec.dModel);
  const width = "dModel" in spec ? spec.dModel : "rotaryDim" in spec ? spec.rotaryDim : 2;
  if (width > WIDEST || width < 2) {
    const name = "dModel" in spec ? "dModel" : "rotaryDim";
    throw refusal(name, `a whole number from 2 to ${WIDEST}`, width);
  }
  return spec;
}
