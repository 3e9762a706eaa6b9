import { facts, published } from "posenc:atlas-facts";
import { atlas } from "posenc/atlas";
import { type FacetName, facetsIn } from "./facets.ts";
import { modelOf, modelsFor } from "./model-search.ts";
import { publishedFor, publishedOf } from "./published.ts";

/** The models of the list, as names: which ones answer a text and the chosen facets, and in which order. */

/** What is known of a model before it is opened. */
export interface Facts {
  /** Bases of its text layers, the largest first. */
  readonly bases: readonly number[];
  /** In tokens; null if it is not known. */
  readonly context: number | null;
  readonly layers: number;
  readonly facets: readonly FacetName[];
}

export const ORDERS = ["match", "name", "base", "context", "year"] as const;
export type Order = (typeof ORDERS)[number];

export interface Asked {
  readonly text: string;
  readonly facets: readonly FacetName[];
  readonly order: Order;
}

export interface Found {
  readonly published: readonly string[];
  readonly types: readonly string[];
}

const NOTHING: Facts = { bases: [], context: null, layers: 0, facets: [] };

export const factsOf = (name: string): Facts => facts[name] ?? NOTHING;

/** The year of a model's type. */
export function yearOf(name: string): number | undefined {
  const file = publishedOf(name);
  if (file === undefined) return modelOf(name)?.year;
  const { model_type: type, text_config: part } = file.config as {
    model_type?: string;
    text_config?: { model_type?: string };
  };
  return modelOf(part?.model_type ?? "")?.year ?? modelOf(type ?? "")?.year;
}

const NUMBERS: Readonly<Record<"base" | "context" | "year", (name: string) => number | null | undefined>> = {
  base: (name) => factsOf(name).bases[0],
  context: (name) => factsOf(name).context,
  year: yearOf,
};

const ofName = (name: string): string => name.slice(name.indexOf("/") + 1).toLowerCase();

/** Names in an order; numbers from the largest, and models without the number last. */
function sorted(names: readonly string[], order: Order): readonly string[] {
  if (order === "match") return names;
  if (order === "name") return [...names].sort((a, b) => (ofName(a) < ofName(b) ? -1 : 1));
  const numberOf = NUMBERS[order];
  return [...names].sort((a, b) => (numberOf(b) ?? -1) - (numberOf(a) ?? -1));
}

/** The models whose names answer a text, then those that have what the text is a word for. */
function answering({ text }: Asked): Found {
  const words = facetsIn(text);
  const has = (name: string) => words.some((facet) => factsOf(name).facets.includes(facet));
  const join = (named: readonly string[], all: readonly string[]) =>
    words.length === 0 ? named : [...named, ...all.filter((name) => has(name) && !named.includes(name))];
  return {
    published: join(
      publishedFor(text).map(({ name }) => name),
      published.map(({ name }) => name),
    ),
    types: join(
      modelsFor(text).map(({ type }) => type),
      atlas().map(({ type }) => type),
    ),
  };
}

export function found(asked: Asked): Found {
  const { published: files, types } = answering(asked);
  const chosen = (names: readonly string[]) =>
    sorted(
      names.filter((name) => asked.facets.every((facet) => factsOf(name).facets.includes(facet))),
      asked.order,
    );
  return { published: chosen(files), types: chosen(types) };
}

/** How many of some models have a facet. */
export const countWith = ({ published: files, types }: Found, facet: FacetName): number =>
  [...files, ...types].filter((name) => factsOf(name).facets.includes(facet)).length;

/** Every name that can be opened. */
export const allNames = (): readonly string[] => [
  ...published.map(({ name }) => name),
  ...atlas().map(({ type }) => type),
];
