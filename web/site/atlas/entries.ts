import { facts, published } from "posenc:atlas-facts";
import { atlas } from "posenc/atlas";
import { modelOf, modelsFor } from "./model-search.ts";

/** Published models: found by their names, and answered from their own config.json instead of the defaults of a class. */

export interface Published {
  /** Owner and model, as on the hub. */
  readonly name: string;
  /** Where the file was read. */
  readonly repository: string;
  readonly path: string;
  readonly commit: string;
  /** The fields that concern positions. */
  readonly config: object;
}

/** Words and numbers of a name: "Qwen3-8B" and "qwen 3 8b" have the same ones, and "3" is not "3.1". */
const piecesOf = (name: string): string[] => name.toLowerCase().match(/[a-z]+|\d+(?:\.\d+)*[a-z]?/g) ?? [];

const prepared = published.map((file) => ({ file, pieces: piecesOf(file.name) }));
const byName = new Map(published.map((file) => [file.name, file]));

/** The models whose names contain all words and numbers of a text; the shortest names first. */
export function publishedFor(text: string): readonly Published[] {
  const asked = piecesOf(text);
  return prepared
    .filter(({ pieces }) => asked.every((piece) => pieces.includes(piece)))
    .sort((a, b) => a.pieces.length - b.pieces.length)
    .map(({ file }) => file);
}

/** The model of a name, if there is exactly this one. */
export const publishedOf = (name: string): Published | undefined => byName.get(name);

/** What models can be chosen by, and the words that people have for it. */

export type FacetName =
  | "nope"
  | "window"
  | "bases"
  | "interleaved"
  | "partial"
  | "stretched"
  | "bias"
  | "learned"
  | "mixer"
  | "published";

/** Words of a search for each facet, without spaces and hyphens. */
const WORDS: Readonly<Record<FacetName, readonly string[]>> = {
  nope: ["nope", "nopositions", "withoutpositions", "norotation"],
  window: ["window", "windows", "slidingwindow", "sliding", "swa", "chunked"],
  bases: ["severalbases", "twobases", "localbase"],
  interleaved: ["interleaved", "interleavedpairs", "gptjstyle", "adjacent"],
  partial: ["partial", "partialrotary", "partialrope"],
  stretched: ["stretched", "yarn", "longrope", "ropescaling", "scaled"],
  bias: ["bias", "relativebias", "alibi"],
  learned: ["learned", "absolute", "learnedvectors"],
  mixer: ["mamba", "linearattention", "hybrid", "recurrent", "statespace"],
  published: ["published"],
};

export const isFacet = (name: string): name is FacetName => Object.hasOwn(WORDS, name);

/** The facets that a text is a word for. */
function facetsIn(text: string): readonly FacetName[] {
  const asked = text.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
  const names = Object.keys(WORDS) as FacetName[];
  return names.filter((name) => WORDS[name].includes(asked));
}

// The models of the list, as names: which ones answer a text and the chosen facets, and in which order.

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
