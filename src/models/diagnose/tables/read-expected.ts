/** The specs that are expected of one kind of numbers. */
import { rangeError } from "../../../api/arguments/errors.ts";
import type { ResolvedSpec } from "../../../api/methods.ts";
import type { Diagnosis } from "../findings/diagnosis.ts";
import type { Finding } from "../findings/findings.ts";
import { isFar } from "./compared.ts";
import { type Expected, readExpectation, type Shape } from "./expectation.ts";

/** The specs of one kind of method among those that are expected. */
export function only<M extends ResolvedSpec["method"]>(
  { specs }: { readonly specs: readonly Expected[] },
  names: readonly M[],
): (Expected & { readonly spec: ResolvedSpec<M> })[] {
  const isOne = (each: Expected): each is Expected & { readonly spec: ResolvedSpec<M> } =>
    (names as readonly string[]).includes(each.spec.method);
  const found = specs.filter(isOne);
  if (found.length > 0) return found;
  const methodsGiven = [...new Set(specs.map(({ spec }) => spec.method))].join(", ");
  const text = `expected must be a spec of ${names.join(" or ")} for these numbers; got ${methodsGiven}`;
  throw rangeError(text, { code: "range", param: "expected", value: methodsGiven });
}

/** What is expected of vectors, as specs: numbers of another file are refused. */
export function specsOf(expected: unknown, shape?: Shape) {
  const read = readExpectation(expected, shape);
  if (read === undefined || read.kind === "specs") return read;
  const text =
    "expected has numbers; vectors are compared with a rotation: give a preset, a spec or a config.json";
  throw rangeError(text, { code: "range", param: "expected", value: Object.keys(read.numbers) });
}

/** The kind of layer that explains most. */
export const fewestFaults = (all: readonly Diagnosis[]): Diagnosis => {
  const isOther = ({ name }: Finding) => name === "values-differ" || name === "other-convention";
  const cost = ({ is, findings, comparison }: Diagnosis) =>
    (comparison !== null && isFar(comparison) && findings.some(isOther) ? 8 : 0) +
    findings.filter(({ severity }) => severity === "fault").length +
    (is === null && findings.length === 0 ? 10 : 0) +
    (comparison?.equal === false ? 1 + comparison.outside / Math.max(1, comparison.compared) : 0);
  return all.reduce((best, each) => (cost(each) < cost(best) ? each : best));
};
