/** Calls with one object, which has a spec and the options of a function. */
import { readFields } from "../arguments/check.ts";
import { hint } from "../arguments/hints.ts";
import { methodOf, openIn, type Vocabulary } from "./vocabulary.ts";

/** A spec and options in one object: the spec as `spec`, or its fields among the options. */
export type Together<S, Options> = (S | { spec: S }) & Options;

interface Apart {
  spec: unknown;
  options?: Record<string, unknown>;
  /** The names that the spec may have, where its fields are among the options. */
  names?: readonly string[];
}

/** Splits the object into a spec and options, and reads each value once. A name that is not a field of the spec's method is an option. */
function apart(vocabulary: Vocabulary, given: unknown): Apart {
  if (typeof given !== "object" || given === null) return { spec: given };
  const { spec, ...rest } = Object.fromEntries(readFields("options", given));
  if (spec !== undefined) return { spec, options: rest };
  const names = fieldsOf(vocabulary, rest);
  if (names === undefined) return { spec: rest };
  const of = (isField: boolean) =>
    Object.fromEntries(Object.entries(rest).filter(([name]) => names.includes(name) === isField));
  // Without options, the function says which of them it needs.
  return { spec: of(true), options: of(false), names };
}

type Call = (spec: unknown, options: unknown) => unknown;

function callApart(call: Call, { spec, options, names = [] }: Apart): unknown {
  try {
    return call(spec, options);
  } catch (error) {
    const { code, param = "" } = error as { code?: string; param?: string };
    // A name that neither has may be a misspelt field of the spec, whose check says so.
    if (code === "unknown-option" && hint(param, names) !== "")
      call({ ...(spec as object), [param]: options?.[param] }, undefined);
    throw error;
  }
}

/** The names that a spec of this method or preset may have; undefined if there is none. */
function fieldsOf(vocabulary: Vocabulary, given: Record<string, unknown>): string[] | undefined {
  const known = (rows: object, name: unknown): name is string =>
    typeof name === "string" && Object.hasOwn(rows, name);
  const { preset, method } = given;
  if (preset === undefined)
    return known(vocabulary.methods, method) ? [...ALWAYS, ...namesOf(vocabulary, method)] : undefined;
  if (!known(vocabulary.presets, preset)) return undefined;
  // The start of the rows is an option as well, and stays one where the preset fixes the start of the encoding.
  const isOpen = (name: string) => name !== "start" || openIn(vocabulary, preset).includes(name);
  const names = namesOf(vocabulary, vocabulary.presets[preset]!.spec.method);
  return [...ALWAYS, ...names.filter(isOpen)];
}

const ALWAYS = ["version", "method", "preset"];
const namesOf = (vocabulary: Vocabulary, method: string): string[] =>
  Object.keys(methodOf(vocabulary, method).fields);

/** Lets functions of a spec and options take both in one object. */
export function takingBoth<Functions extends object>(
  vocabulary: Vocabulary,
  functions: Functions,
): Functions {
  const both = Object.entries(functions).map(([name, call]) => {
    const either = (given: unknown, options?: unknown) =>
      options === undefined ? callApart(call, apart(vocabulary, given)) : call(given, options);
    return [name, either];
  });
  return Object.fromEntries(both) as Functions;
}
