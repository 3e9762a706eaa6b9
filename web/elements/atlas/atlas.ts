import { choose } from "../controls/bound.ts";
import { noModule } from "../definition/no-module.ts";
import { numbers, word } from "../definition/rules.ts";
import { figure } from "../figure/figure.ts";
import { atlasArray, atlasCode } from "./atlas-code.ts";
import type { DatedModel } from "./atlas-models.ts";
import { AtlasPlot } from "./atlas-plot.ts";
import { describeAll, describeModel } from "./atlas-reading.ts";
import { type AtlasShown, atlasShown, FIRST_YEAR, LAST_YEAR } from "./atlas-shown.ts";
import { atlasStyles } from "./atlas-styles.ts";

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
