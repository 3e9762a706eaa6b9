import { css } from "@lit/reactive-element";
import type { Code } from "../../methods/code.ts";
import { formatCount, formatInteger } from "../../plot/numbers.ts";
import { choose } from "../controls/bound.ts";
import { readingStyles } from "../controls/reading-styles.ts";
import type { NamedArray } from "../definition/figure-spec.ts";
import { noModule } from "../definition/page-modules.ts";
import { numbers, word } from "../definition/rules.ts";
import { figure } from "../figure/figure.ts";
import type { DatedModel, Kind } from "./atlas-models.ts";
import { AtlasPlot } from "./atlas-plot.ts";
import { type AtlasShown, atlasShown, FIRST_YEAR, LAST_YEAR } from "./atlas-shown.ts";

const atlasStyles = [
  ...readingStyles({ 0: 4, 24: 3, 46: 2 }),
  css`
    .mark {
      fill: currentColor;
      stroke: none;
    }
    .mark.rotary {
      fill: var(--_accent);
      fill-opacity: 0.75;
    }
    .mark.learned {
      fill-opacity: 0.55;
    }
    .mark.sinusoidal,
    .mark.none {
      fill: none;
      stroke: currentColor;
      stroke-width: 1.75px;
    }
    .cursor text {
      fill: currentColor;
      stroke: none;
      font-weight: 600;
    }
  `,
];

const MONTHS = [
  ...["January", "February", "March", "April", "May", "June", "July", "August", "September", "October"],
  ...["November", "December"],
];

const WORDS: Readonly<Record<Kind, string>> = {
  rotary: "rotary",
  sinusoidal: "sinusoidal",
  learned: "learned positions",
  none: "no encoding",
};

const ORIGINS: Readonly<Record<string, string>> = {
  file: "Values of its published config.json",
  class: "Defaults of its class in transformers",
  formula: "The paper’s formula",
};

/** Describes the whole picture. */
function describeAll({ models, years: [first, last] }: AtlasShown): string {
  const ends = (values: readonly number[]) =>
    `${formatInteger(Math.min(...values))} to ${formatInteger(Math.max(...values))}`;
  const bases = models.flatMap((model) => model.bases);
  const contexts = models.flatMap(({ context }) => context ?? []);
  return [
    `${formatCount(models.length, "model")} ${first === last ? `of ${first}` : `from ${first} to ${last}`}.`,
    ...(bases.length > 0 ? [`Bases: ${ends(bases)}.`] : []),
    ...(contexts.length > 0 ? [`Contexts: ${ends(contexts)} tokens.`] : []),
  ].join(" ");
}

function describeModel(model: DatedModel): string {
  const { name, type, year, month, kind, bases, context, scaling, origin, dated } = model;
  const date = `${MONTHS[month - 1]} ${year}`;
  const base = bases.length === 0 ? "" : `, base ${bases.map(formatInteger).join(" and ")}`;
  const stretched = scaling === undefined ? "" : `, scaling ${scaling}`;
  const length = context === undefined ? "" : `, ${formatInteger(context)} tokens`;
  const when = dated === "code" ? "date of the code" : dated === "paper" ? "date of the paper" : dated;
  return `${name}${type === undefined ? "" : ` (${type})`}, ${date}: ${WORDS[kind]}${base}${stretched}${length}. ${ORIGINS[origin]}; ${when}.`;
}

/** The numbers of the models, (models, 5); 0 stands where a model has none. */

const COLUMNS = ["year", "month", "base", "second base", "context"] as const;

const numbersOf = ({ models }: AtlasShown): number[][] =>
  models.map(({ year, month, bases: [first = 0, second = 0], context = 0 }) => [
    year,
    month,
    first,
    second,
    context,
  ]);

const atlasArray = (shown: AtlasShown): NamedArray => ({
  corner: "model",
  rows: shown.models.map(({ name }) => name),
  columns: COLUMNS,
  values: Float64Array.from(numbersOf(shown).flat()),
});

function atlasCode(shown: AtlasShown): Code {
  const rows = numbersOf(shown).map((row, index) => ({
    row: row.join(", "),
    name: shown.models[index]?.name,
  }));
  const python = (library: string) =>
    `# ${COLUMNS.join(", ")}; 0 where there is none\nvalues = ${library}.asarray([\n${rows
      .map(({ row, name }) => `    [${row}],  # ${name}`)
      .join("\n")}\n], dtype=${library}.float64)\n`;
  return {
    numpy: `import numpy as np\n\n${python("np")}`,
    pytorch: `import torch\n\n${python("torch")}`,
    javascript: `// ${COLUMNS.join(", ")}; 0 where there is none\nconst values = [\n${rows
      .map(({ row, name }) => `  [${row}], // ${name}`)
      .join("\n")}\n].flat();\n`,
  };
}

/** Bases and contexts of published models over the years. */
export const AtlasElement = figure({
  tag: "pe-atlas",
  doc: "Base and context length of published models over the years, on logarithmic axes.",
  example: '<pe-atlas years="2020 2026"></pe-atlas>',
  module: noModule,
  state: {
    show: word(["both", "base", "context"], { doc: "The panels" }),
    years: numbers({
      least: 2,
      most: 2,
      expected: `two whole years from ${FIRST_YEAR} to ${LAST_YEAR}, in order`,
      holds: ([first = 0, last = 0]) =>
        first >= FIRST_YEAR &&
        last <= LAST_YEAR &&
        first <= last &&
        Number.isInteger(first) &&
        Number.isInteger(last),
      default: [FIRST_YEAR, LAST_YEAR],
      doc: "The years in view, `from to`",
    }),
  },
  styles: atlasStyles,
  heights: [{ aspect: [1, 2] }, { from: 30, aspect: [1, 1] }, { from: 44, aspect: [4, 3] }],
  kind: "timeline",
  compute: (_, { show, years }): AtlasShown => atlasShown(show, years),
  plot: () => new AtlasPlot(),
  label: ({ panels, models, years }) =>
    `${panels.join(" and ")} of ${models.length} models from ${years[0]} to ${years[1]}`,
  describe: (shown, cell) =>
    cell ? describeModel(shown.models[cell.column] as DatedModel) : describeAll(shown),
  grid: ({ panels, models }) => ({ rows: panels.length, columns: models.length }),
  valueAt: ({ row, column }, { panels }) => ({ row: column, column: panels[row] === "base" ? 2 : 4 }),
  array: atlasArray,
  code: atlasCode,
  controls: { bar: [choose("show", "show", ["both", "base", "context"])] },
});
