/** Right numbers of random conventions, stored in every way, and what `diagnose` must say of them. */
import { type Diagnosis, diagnose, evidenceText, type ToDiagnose } from "posenc/diagnose";
import { checkSpec, load, type Spec } from "posenc/full";
import { countsWrongly } from "./answers.ts";
import { otherCase } from "./other-tables.ts";
import type { Random } from "./random.ts";
import { cut, precisions, rowsOf, turned, twice } from "./rows.ts";
import { additiveSpec, type Case, rotarySpec } from "./specs.ts";

const pe = await load();

function stored(random: Random, spec: Spec, start: number, length: number): { given: object; says: string } {
  const resolved = checkSpec(spec as never) as unknown as {
    method: string;
    pairing?: string;
    dModel: number;
  };
  if (resolved.method !== "rope") {
    const table = rowsOf(pe.encode(spec as never, { start, length } as never), resolved.dModel);
    return random.chance(0.15) && length !== resolved.dModel
      ? { given: { table: turned(table) }, says: "transposed" }
      : { given: { table: random.chance(0.1) ? [table] : table }, says: "a table" };
  }
  const made = pe.rotaryTable(spec as never, { start, length });
  const pairs = made.cos.length / length;
  const [cos, sin] = [rowsOf(made.cos, pairs), rowsOf(made.sin, pairs)];
  const isHalves = resolved.pairing === "halves";
  const side = cos.map((row, k) => [...row, ...sin[k]!]);
  const parts = cos.map((row, k) => row.flatMap((value, pair) => [value, sin[k]![pair]!]));
  return random.pick([
    { given: { cos, sin }, says: "one column for each pair" },
    { given: { cos: twice(cos, isHalves), sin: twice(sin, isHalves) }, says: "each number twice" },
    {
      given: { cos: [twice(cos, isHalves)], sin: [twice(sin, isHalves)] },
      says: "each number twice, a batch of 1",
    },
    { given: { table: side }, says: "cosines beside sines" },
    { given: { table: parts }, says: "complex numbers" },
  ]);
}

export function rightCase(random: Random): Case {
  if (random.chance(0.4)) return otherCase(random);
  const spec = random.chance(0.6) ? rotarySpec(random) : additiveSpec(random);
  const start = random.pick([0, 0, 0, random.below(64), random.below(20_000), random.below(200_000)]);
  const length = 4 + random.below(20);
  const { given, says } = stored(random, spec, start, length);
  const { says: precision, of } = random.pick(precisions);
  const numbers = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, cut(value, of)]));
  return {
    spec,
    given: numbers as unknown as ToDiagnose,
    says: `${says}, ${precision}, from ${start}, ${length} rows`,
  };
}

/** One part of a rotation: its cosines, its sines, or the angles before them. The numbers of few rows tell no rule. */
export function partCase(random: Random): Case {
  const spec = { ...rotarySpec(random), headDim: 32, rotaryDim: random.pick([16, 32]) } as Spec;
  const start = random.pick([0, 0, random.below(64), random.below(200)]); // bfloat16 has whole numbers up to 256
  const length = 4 + random.below(50);
  const { cos, sin } = pe.rotaryTable(spec as never, { start, length });
  const frequencies = pe.frequencies(spec as never);
  const pairs = frequencies.length;
  const angles = Array.from({ length: length * pairs }, (_, at) =>
    Math.fround((start + Math.floor(at / pairs)) * frequencies[at % pairs]!),
  );
  const [says, values] = random.pick<[string, ArrayLike<number>]>([
    ["cosines", cos],
    ["sines", sin],
    ["angles", angles],
  ]);
  const once = rowsOf(values, pairs);
  const isHalves = (spec as { pairing?: string }).pairing === "halves";
  const table = random.chance(0.5) ? once : twice(once, isHalves);
  const { says: precision, of } = random.pick(precisions);
  return {
    spec,
    given: { table: cut(table, of) as number[][] },
    says: `${says} alone, ${precision}, from ${start}, ${length} rows`,
    isUnnamed: true,
  };
}

/** What is wrong with the answers to right numbers, and whether their name has the same numbers if nothing is expected. */
export function answerToRight(right: Case): { fault?: string; isNamed: boolean } {
  const { spec, given, says } = right;
  const named = diagnose(given);
  const isNamed = right.isUnnamed === true || (named.is !== null && named.comparison?.equal !== false);
  const fault = (found: Diagnosis, how: string) => ({
    fault: `${JSON.stringify(spec)} as ${says}${how}: ${found.verdict}`,
    isNamed,
  });
  if (countsWrongly(wordsOf(named))) return fault(named, ", in words");
  if (spec === undefined) return hasFault(named) || named.is !== null ? fault(named, "") : { isNamed: true };
  if (hasFault(named)) return fault(named, "");
  const against = diagnose(given, { expected: spec });
  if (countsWrongly(wordsOf(against))) return fault(against, ", expected, in words");
  const isEqual = against.comparison?.equal === true && !hasFault(against);
  return isEqual ? { isNamed } : fault(against, ", expected");
}

/** All words of an answer. */
export const wordsOf = ({ verdict, findings, comparison }: Diagnosis): string =>
  [
    verdict,
    ...findings.flatMap(({ says, look, evidence }) => [says, look, ...evidence.map(evidenceText)]),
    ...(comparison === null ? [] : [comparison.precision, ...comparison.notCompared]),
  ].join("\n");

const hasFault = ({ findings }: Diagnosis) => findings.some(({ severity }) => severity === "fault");
