import { checkSpec, type Posenc } from "../../../src/entries/encodings.ts";
import { type Code, code, literal } from "../../methods/code.ts";
import { type AdditiveSpec, methodOf } from "../../methods/methods.ts";
import { formatFixed, formatRough } from "../../plot/numbers.ts";
import { baseScale, choose, slide, slider } from "../controls/bound.ts";
import { readingStyles } from "../controls/reading-styles.ts";
import type { Cell, PartMaker } from "../definition/definition.ts";
import { range } from "../definition/figure-spec.ts";
import { fullModule } from "../definition/full-module.ts";
import { real, refusal, whole, word } from "../definition/rules.ts";
import { sinusoid } from "../definition/sinusoid.ts";
import { figure } from "../figure/figure.ts";
import {
  type BroadcastMethod,
  BroadcastPlot,
  type BroadcastShown,
  broadcast,
  frequencyOf,
  kindOf,
  METHODS,
  TITLES,
} from "./broadcast-shown.ts";

/** What the figure shows, in words. */
function describeAll(shown: BroadcastShown): string {
  const { method, length, frequencies } = shown;
  const count = `${length} positions × ${frequencies.length} frequencies make ${length * frequencies.length} angles.`;
  return `${count} ${kindOf(method).steps(shown)}`;
}

/** One entry, from its position and its frequency. */
function describeEntry(
  { method, frequencies, table, dModel, base }: BroadcastShown,
  { row, column }: Cell,
): string {
  const index = frequencyOf(method, column);
  const frequency = frequencies[index] as number;
  const { each, word = base } = kindOf(method);
  const power = `${word}^(−${each * index}/${dModel})`;
  const wave = column % each === 0 ? "sin" : "cos";
  const value = formatFixed(table[row * dModel + column] as number, 4);
  const angle = formatFixed(row * frequency, 4);
  const period = formatRough((2 * Math.PI) / frequency, 4);
  return (
    `position ${row}, dimension ${column}: ${row} × ${formatRough(frequency, 4)} = ${angle}, ` +
    `${wave}(${angle}) = ${value}; ω = ${power}, a period of ${period} positions`
  );
}

/** Code of the broadcast: a column times a row. */
function broadcastCode(
  method: BroadcastMethod,
  { dModel, base, length }: { readonly dModel: number; readonly base: number; readonly length: number },
): Code {
  const given = { method, dModel, base };
  const spec = checkSpec(given) as AdditiveSpec;
  return code(
    `position = xp.arange(${length})[:, None]  # a column
${methodOf(spec).python(spec)}
values = xp.asarray(table, dtype=xp.float32)
`,
    `const values = pe.encode(${literal(given)}, { length: ${length} });
`,
  );
}

/** The largest number of rows with cells that a finger can point at on a phone. */
const MOST_ROWS = 16;
const MOST_COLUMNS = 32;

const sinusoidal = sinusoid({ dModel: 16, widest: MOST_COLUMNS });
const channels = {
  from: 2,
  to: MOST_COLUMNS,
  default: 16,
  doc: "Channels: an even number, unless the table has only sines",
};

/** A slider for the base of the frequencies. */
const baseOrKappa: PartMaker<{ method: BroadcastMethod }, BroadcastShown> = (figure) => {
  const { element, show } = slider({
    label: "base, or κ",
    ...baseScale,
    oninput: (value) => Object.assign(figure, { [kindOf(figure.method).attribute]: value }),
  });
  return { element, show: ({ base }) => show(base) };
};

/** How a table is made in one line: a column of positions times a row of frequencies, and the sines of the products. */
export const BroadcastElement = figure({
  tag: "pe-broadcast",
  doc: "How a table is made in one line: a column of positions times a row of frequencies, and the sines of the products.",
  example: '<pe-broadcast d-model="16" length="8"></pe-broadcast>',
  parts: ["position", "frequency"],
  module: fullModule,
  encoding: { ...sinusoidal, rules: { ...sinusoidal.rules, dModel: whole(channels) } },
  state: {
    length: whole({ from: 2, to: MOST_ROWS, default: 8, doc: "Positions" }),
    method: word(METHODS, { doc: "Sines and cosines, or only sines" }),
    kappa: real({
      from: 1e-9,
      to: 1e300,
      default: 10_000 as number,
      doc: "The base if the table has only sines",
    }),
  },
  styles: readingStyles({ 0: 5, 44: 2 }),
  heights: [{ aspect: [1, 2] }, { from: 30, aspect: [1, 1] }, { from: 44, aspect: [9, 4] }],
  kind: "column times row",
  compute(pe: Posenc, { method, dModel, length, ...bases }): BroadcastShown {
    const { each, attribute } = kindOf(method);
    if (dModel % each !== 0)
      throw refusal(
        "d-model",
        `an even number from 2 to ${MOST_COLUMNS}, unless the table has only sines`,
        dModel,
      );
    return broadcast(pe, { method, dModel, base: bases[attribute] }, length);
  },
  plot: () => new BroadcastPlot(),
  label: describeAll,
  describe: (shown, cell) => (cell ? describeEntry(shown, cell) : describeAll(shown)),
  grid: ({ length, dModel }) => ({ rows: length, columns: dModel }),
  array: ({ table, length, dModel }) => ({
    corner: "position",
    rows: range(0, length),
    columns: range(0, dModel),
    values: table,
  }),
  code: (shown) => broadcastCode(shown.method, shown),
  controls: {
    sliders: [baseOrKappa],
    more: [
      slide("length", { label: "length L" }),
      slide("dModel", { label: "width d", step: 2 }),
      choose("method", "waves", TITLES),
    ],
  },
});
