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
export function facetsIn(text: string): readonly FacetName[] {
  const asked = text.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
  const names = Object.keys(WORDS) as FacetName[];
  return names.filter((name) => WORDS[name].includes(asked));
}
