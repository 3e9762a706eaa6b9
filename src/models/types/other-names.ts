import names from "./data/names.json" with { type: "json" };

/** Other names that a class takes for its fields, by the field's own name. */
type OtherNames = Readonly<Record<string, readonly string[]>>;

const otherNames = new Map<string, OtherNames>(
  names.classes.flatMap(({ types, names }) => types.map((type) => [type, names as OtherNames] as const)),
);

/** The names beside its own that the class of a type takes for a field: `{ n_embd: ["hidden_size"] }`. */
export const otherNamesOf = (type: string): OtherNames => otherNames.get(type) ?? {};
