import { formatCount, formatInteger } from "../../plot/numbers.ts";
import type { DatedModel, Kind } from "./atlas-models.ts";
import type { AtlasShown } from "./atlas-shown.ts";

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
export function describeAll({ models, years: [first, last] }: AtlasShown): string {
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

/** Describes a model. */
export function describeModel(model: DatedModel): string {
  const { name, type, year, month, kind, bases, context, scaling, origin, dated } = model;
  const date = `${MONTHS[month - 1]} ${year}`;
  const base = bases.length === 0 ? "" : `, base ${bases.map(formatInteger).join(" and ")}`;
  const stretched = scaling === undefined ? "" : `, scaling ${scaling}`;
  const length = context === undefined ? "" : `, ${formatInteger(context)} tokens`;
  const when = dated === "code" ? "date of the code" : dated === "paper" ? "date of the paper" : dated;
  return `${name}${type === undefined ? "" : ` (${type})`}, ${date}: ${WORDS[kind]}${base}${stretched}${length}. ${ORIGINS[origin]}; ${when}.`;
}
