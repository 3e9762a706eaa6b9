import { css } from "@lit/reactive-element";
import type { Posenc } from "../../../src/entries/encodings.ts";
import { isRope } from "../../methods/rope.ts";
import { type Lengths, SCHEDULES, type ScheduleName } from "../../methods/schedules.ts";
import { LayeredPlot, NO_SIZE, plotFontSize, type Size } from "../../plot/layered-plot.ts";
import { degrees, formatCount, formatFixed, formatInteger, formatRough } from "../../plot/numbers.ts";
import { choose } from "../controls/bound.ts";
import { encodingMenu } from "../controls/encoding-menu.ts";
import { readingStyles } from "../controls/reading-styles.ts";
import { anySpec } from "../definition/any-spec.ts";
import type { Cell, Plot } from "../definition/definition.ts";
import { range } from "../definition/figure-spec.ts";
import { fullModule } from "../definition/full-module.ts";
import { notShown, text, whole, word } from "../definition/rules.ts";
import { figure } from "../figure/figure.ts";
import { DialsPlot, withinTurn } from "./rope-dials-plot.ts";
import {
  anglesOf,
  type RopeShown,
  type RopeSpec,
  type RotatedPairs,
  type RuledPairs,
  trainedLength,
  wavelengthsOf,
} from "./rope-shown.ts";
import { ropeSliders } from "./rope-sliders.ts";
import { WavelengthsPlot } from "./rope-wavelengths-plot.ts";

const ropeStyles = [
  readingStyles({ 0: 4, 30: 2 }),
  css`
  .sector {
    fill: var(--_accent);
  }
  .rim,
  [data-fate="unseen"] path {
    stroke: var(--_accent);
  }
  [data-fate="unseen"] circle {
    fill: var(--_accent);
    stroke: var(--_accent);
  }
  .angle,
  .count {
    fill: var(--_accent);
  }
`,
];

/** Describes one dial. */
function describePair({ pairs }: RotatedPairs, index: number, query: number, key: number): string {
  const { pair, frequency } = pairs[index] as RotatedPairs["pairs"][number];
  const angle = (position: number) => `${formatFixed(withinTurn(position * frequency), 1)}°`;
  return (
    `Pair ${pair} rotates ${formatRough(degrees(frequency))}° per token: query at ${angle(query)}, ` +
    `key at ${angle(key)}, the angle between them is ${angle(query - key)}.`
  );
}

/** Describes all dials. */
function describeScore({ pairs, score }: RotatedPairs, query: number, key: number): string {
  return (
    `Query and key of the same content, ${formatCount(query - key, "token")} apart: the ${pairs.length} pairs ` +
    `agree by ${formatFixed(score, 4)}. Move both: all hands rotate, and the angles between them stay.`
  );
}

/** Describes one mark: a pair under a rule. */
function describeMark(row: RuledPairs, plain: RuledPairs, pair: number, lengths: Lengths): string {
  const turns = formatRough(row.turns[pair] as number);
  const context = formatInteger(lengths.context);
  const wavelength = row.wavelengths[pair] as number;
  const once = Number.isFinite(wavelength)
    ? `a turn takes ${formatRough(wavelength, 5)} tokens, so ${context} make ${turns} turns`
    : "it does not rotate";
  const made = formatRough(lengths.trained / (plain.wavelengths[pair] as number));
  const verdict = {
    finished: "every angle was seen",
    seen: "this context stays within seen angles",
    unseen: "this context reaches unseen angles",
  }[row.fates[pair] as RuledPairs["fates"][number]];
  return `${row.label}, pair ${pair}: ${once}. Unscaled, ${formatInteger(lengths.trained)} were ${made}: ${verdict}.`;
}

/** Describes all marks. */
function describeRules(rows: readonly RuledPairs[], lengths: Lengths): string {
  const [plain] = rows;
  if (!plain) return "";
  const unfinished = plain.fates.filter((fate) => fate !== "finished").length;
  const unseen = plain.fates.filter((fate) => fate === "unseen").length;
  const trained = formatInteger(lengths.trained);
  const first = `In ${trained} tokens ${unfinished} of ${plain.fates.length} pairs never complete a turn (rings).`;
  if (unseen === 0) return `${first} This context reaches only angles seen in training.`;
  return `${first} In ${formatInteger(lengths.context)} tokens, unscaled, ${unseen} reach unseen angles (filled).`;
}

/** The plot of a rotary encoding: one of two pictures. */
class RopePlot extends LayeredPlot implements Plot<RopeShown> {
  readonly #dials = new DialsPlot();
  readonly #waves = new WavelengthsPlot();
  #size: Size = NO_SIZE;

  draw(shown: RopeShown, size: Size): void {
    this.#size = size;
    this.content.replaceChildren((shown.view === "angles" ? this.#dials : this.#waves).element);
  }

  /** The cursor changes several parts of the picture, so everything is drawn again. */
  point(cursor: Cell | undefined, shown: RopeShown): void {
    const fontSize = plotFontSize(this.element);
    if (shown.view === "wavelengths") {
      this.#waves.layOut(this.#size, fontSize);
      this.#waves.draw({ rows: shown.rows, lengths: shown.lengths, cursor });
      return;
    }
    const { pairs, dials, query, key, score } = shown;
    this.#dials.layOut(this.#size, fontSize, dials.length);
    this.#dials.draw({
      shown: dials.map((pair) => pairs[pair] as (typeof pairs)[number]),
      count: pairs.length,
      query,
      key,
      score,
      cursor: cursor?.column,
    });
  }

  cellAt(x: number, y: number, { view }: RopeShown): Cell | undefined {
    if (view === "wavelengths") return this.#waves.cellAt(x, y);
    const column = this.#dials.dialAt(x, y);
    return column === undefined ? undefined : { row: 0, column };
  }
}

/** The trained length of a spec that does not state one: Llama 2's. */
const USUAL_LENGTH = 4096;
/** The last length for which all positions are exact. */
const LONGEST = 2 ** 24;
const FARTHEST = 2 ** 53;

/** The rotary position embedding: hands of a query and a key, and wavelengths under the rules for longer texts. */
export const RopeElement = figure({
  tag: "pe-rope",
  doc: "Rotary position embedding: the pairs of a query and a key rotate with their positions; rules for longer texts change the wavelengths of all pairs.",
  example: '<pe-rope spec="preset=llama-3.1" view="wavelengths"></pe-rope>',
  parts: ["value"],
  module: fullModule,
  encoding: anySpec(
    "preset=llama-3.1",
    "A rotary encoding: `llama-3.1`, `method=rope&headDim=64&pairing=halves`, …",
    (spec): RopeSpec => {
      if (isRope(spec)) return spec;
      throw notShown(`This figure shows rotary encodings; "${spec.method}" is not rotary.`, spec.method);
    },
  ),
  state: {
    view: word(["angles", "wavelengths"], {
      doc: "The hands of a query and a key, or the wavelengths of all pairs under several rules",
    }),
    query: whole({ from: -FARTHEST, to: FARTHEST, default: 12, doc: "The query's position" }),
    key: whole({ from: -FARTHEST, to: FARTHEST, default: 5, doc: "The key's position" }),
    trained: whole({
      from: 2,
      to: LONGEST,
      default: undefined as number | undefined,
      doc: "The length of the trained texts, if the spec does not state it",
    }),
    length: whole({
      from: 2,
      to: LONGEST,
      default: 131_072,
      doc: "The context length that rules stretch to, in tokens",
    }),
    compare: text({
      default: SCHEDULES.join(" "),
      doc: `The rules beside the model's own, with spaces between them: ${SCHEDULES.map((name) => `\`${name}\``).join(", ")}`,
    }),
  },
  styles: ropeStyles,
  kind: "plot",
  compute(pe: Posenc, { encoding, view, query, key, trained, length, compare }): RopeShown {
    const lengths = { trained: trained ?? trainedLength(encoding) ?? USUAL_LENGTH, context: length };
    if (view === "angles") return anglesOf(pe, encoding, query, key, lengths);
    return wavelengthsOf(pe, encoding, rulesOf(compare), lengths);
  },
  plot: () => new RopePlot(),
  label: (shown) =>
    shown.view === "angles"
      ? `${shown.dials.length} of ${shown.pairs.length} pairs, query at ${shown.query}, key at ${shown.key}`
      : `Wavelengths of ${pairsOf(shown)} pairs under ${shown.rows.length} rules`,
  describe(shown, cell) {
    if (shown.view === "angles") {
      const { dials, query, key } = shown;
      if (!cell) return describeScore(shown, query, key);
      return describePair(shown, dials[cell.column] as number, query, key);
    }
    const { rows, lengths } = shown;
    const [row, plain] = [cell && rows[cell.row], rows[0]];
    return cell && row && plain
      ? describeMark(row, plain, cell.column, lengths)
      : describeRules(rows, lengths);
  },
  grid: (shown) =>
    shown.view === "angles"
      ? { rows: 1, columns: shown.dials.length }
      : { rows: shown.rows.length, columns: pairsOf(shown) },
  valueAt: ({ row, column }, shown) =>
    shown.view === "angles" ? { row: shown.dials[column] ?? 0, column: 2 } : { row: column, column: row },
  array(shown) {
    if (shown.view === "angles") {
      const { pairs, query, key } = shown;
      return {
        corner: "pair",
        rows: pairs.map(({ pair }) => pair),
        columns: ["query, radians", "key, radians", "between, radians"],
        values: pairs.flatMap(({ frequency }) =>
          [query, key, query - key].map((position) => position * frequency),
        ),
      };
    }
    const pairs = range(0, pairsOf(shown));
    return {
      corner: "pair",
      rows: pairs,
      columns: shown.rows.map(({ label }) => label),
      values: pairs.flatMap((pair) => shown.rows.map(({ wavelengths }) => wavelengths[pair] as number)),
    };
  },
  code: async (shown) => {
    const { anglesCode, wavelengthsCode } = await import("./rope-code.ts");
    return shown.view === "angles"
      ? anglesCode(shown.spec, shown.query, shown.key)
      : wavelengthsCode(shown.specs);
  },
  controls: {
    rows: [ropeSliders],
    more: [
      encodingMenu("model", ["rope"], { trained: undefined }),
      choose("view", "show", ["angles", "wavelengths"]),
    ],
  },
});

const pairsOf = ({ rows }: RopeShown & { view: "wavelengths" }): number => rows[0]?.wavelengths.length ?? 0;

/** The known rules in the text of an attribute. */
const rulesOf = (compare: string): ScheduleName[] =>
  SCHEDULES.filter((rule) => compare.split(/\s+/).includes(rule));
