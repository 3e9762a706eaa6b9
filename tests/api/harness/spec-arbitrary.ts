/** Random specs of every method, made from the table of methods and set right where its fields depend on each other. */
import fc from "fast-check";
import { checkSpec, methods, type Spec } from "posenc/full";

/** A rule of the table, with the fields of every kind. */
interface Rule {
  kind: string;
  from: number;
  to: number;
  integer?: boolean;
  even?: boolean;
  or?: string[];
  words: string[];
  each: Rule;
  least: number;
  most: number;
  of: Record<string, Rules>;
  default?: unknown;
  optional?: boolean;
  sameAs?: string;
}
type Rules = Record<string, Rule>;

function numberIn(rule: Rule): fc.Arbitrary<number> {
  const { from, to, integer, even } = rule;
  if (!integer) return fc.double({ min: from, max: to, noNaN: true }).map((value) => value + 0);
  const step = even ? 2 : 1;
  const most = Math.min(to, from + 2 ** 40);
  const some = fc.integer({ min: Math.ceil(from / step), max: Math.min(200, Math.floor(most / step)) });
  const any = fc.integer({ min: Math.ceil(from / step), max: Math.floor(most / step) });
  return fc.oneof({ weight: 5, arbitrary: some }, any).map((value) => value * step);
}

function value(rule: Rule): fc.Arbitrary<unknown> {
  switch (rule.kind) {
    case "number":
      return rule.or === undefined ? numberIn(rule) : fc.oneof(numberIn(rule), fc.constantFrom(...rule.or));
    case "word":
      return fc.constantFrom(...rule.words);
    case "flag":
      return fc.boolean();
    case "list":
      return fc.array(numberIn(rule.each), { minLength: rule.least, maxLength: Math.min(rule.most, 6) });
    default:
      return fc
        .constantFrom(...Object.keys(rule.of))
        .chain((type) => fields(rule.of[type]!).map((of) => ({ type, ...of })));
  }
}

function fields(rules: Rules): fc.Arbitrary<Record<string, unknown>> {
  const required = Object.keys(rules).filter((name) => {
    const { default: otherwise, optional, sameAs } = rules[name]!;
    return otherwise === undefined && !optional && sameAs === undefined;
  });
  const values = Object.entries(rules).map(([name, rule]) => [name, value(rule)]);
  return fc.record(Object.fromEntries(values), { requiredKeys: required });
}

interface Dependent {
  method: string;
  headDim?: number;
  rotaryDim?: number;
  sections?: number[];
  shape?: number[];
  axes?: number[];
  scaling?: { type: string; shortFactor: number[]; longFactor: number[] };
}

/** Lists that must have a length or a sum get it. */
function mended(spec: Dependent): Dependent {
  const pairs = (spec.rotaryDim ?? spec.headDim ?? 0) / 2;
  const { scaling } = spec;
  if (scaling?.type === "longrope" && pairs <= 1024) {
    for (const name of ["shortFactor", "longFactor"] as const) {
      const given = scaling[name];
      scaling[name] = Array.from({ length: pairs }, (_, i) => given[i % given.length]!);
    }
  }
  if (spec.sections !== undefined) spec.sections = [0, pairs];
  if (spec.method === "grid") spec.axes = [...spec.shape!.keys()].reverse();
  return spec;
}

function isRight(spec: unknown): boolean {
  try {
    checkSpec(spec);
    return true;
  } catch {
    return false;
  }
}

/** Fields of any method, right one by one. */
export const anyFields = fc
  .constantFrom(...(Object.keys(methods) as (keyof typeof methods)[]))
  .chain((method) => fields(methods[method].fields as never).map((of) => ({ method, ...of })));

export const anySpec = anyFields
  .map((fields) => mended(fields as Dependent))
  .filter(isRight) as unknown as fc.Arbitrary<Spec>;
