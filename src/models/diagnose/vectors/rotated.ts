/** Compares vectors with the expected rotation, entry by entry, in each order of heads and tokens. */
import { presets } from "../../../api/presets.ts";
import { checkSpec } from "../../../api/spec.ts";
import { isPlain, type Rope } from "../findings/columns.ts";
import { type Comparison, type Counts, type Diagnosis, diagnosisOf, nameOf } from "../findings/diagnosis.ts";
import { type Draft, draft } from "../findings/findings.ts";
import { type Precision, precisionText } from "../findings/precision.ts";
import type { Ordered } from "../input/inputs.ts";
import type { Vectors } from "../input/read.ts";
import { startsIn } from "../rotations/free-positions.ts";
import { claimOf } from "../rotations/phases.ts";
import { knownBases } from "../rotations/rotary-claims.ts";
import type { Xpos } from "../rotations/xpos.ts";
import type { Expected } from "../tables/expectation.ts";
import { measure } from "./measured.ts";
import { type Common, compareRotation, refinedRotation } from "./rotation-counts.ts";
import { diagnoseVectors, phasesOf } from "./vectors.ts";

const SUBJECT = "The change of the vectors";

/** Diagnoses vectors in each order, and takes the order that needs the fewest mistakes. */
export function diagnoseOrdered(
  orders: readonly Ordered[],
  expected: readonly Expected[],
  common: Common,
  isOpen: boolean,
): Diagnosis {
  const rotary = expected.filter(isRotary);
  let nearest: { counts: Counts; ordered: Ordered; of: Expected; precision: Precision } | undefined;
  for (const ordered of orders)
    for (const of of rotary) {
      if (of.spec.headDim !== ordered.before.width && of.spec.rotaryDim > ordered.before.width) continue;
      const { counts, precision } = compareRotation(ordered, of.spec, common);
      if (
        counts.outside === 0 &&
        counts.compared > 0 &&
        (hasChange(ordered) || common.positions.every((list) => list.every((place) => place === 0)))
      )
        return equalRotation(ordered, of, counts, precision, common, isOpen);
      const later = laterRotation(ordered, of, common, isOpen);
      if (later !== undefined) return later;
      if (nearest === undefined || counts.outside < nearest.counts.outside)
        nearest = { counts, ordered, of, precision };
    }
  const all = orders.flatMap((ordered) =>
    (rotary.length === 0 ? [undefined] : rotary).map((of) => ({
      ordered,
      found: explained(ordered, of, common),
    })),
  );
  const best = all.reduce((one, other) => (costOf(other.found) < costOf(one.found) ? other : one));
  const { found, ordered } = best;
  const comparison =
    nearest === undefined
      ? found.comparison
      : comparisonFor(nearest.of.name, nearest.ordered.says, nearest.counts, nearest.precision, []);
  if (nearest !== undefined && found.findings.length === 0) {
    const { outside, compared } = nearest.counts;
    const differ = draft("values-differ", ["entries", outside, "entries"], ["compared", compared, "entries"]);
    return diagnosisOf({
      is: null,
      faults: [...brokenIn(ordered), differ],
      confidence: 0.9,
      subject: SUBJECT,
      says: `is not the rotation of ${nearest.of.name}`,
      comparison,
    });
  }
  const layout = ordered.before.heads > 1 ? ` Axes: ${ordered.says}.` : "";
  return { ...found, verdict: `${found.verdict}${nearest === undefined ? layout : ""}`, comparison };
}

/** The expected rotation from a later position on: nobody gave the positions, as in a chunk of a long text. */
function laterRotation(ordered: Ordered, of: Rotary, common: Common, isOpen: boolean): Diagnosis | undefined {
  const { spec } = of;
  if (!common.assumed || spec.method !== "rope" || !hasChange(ordered)) return undefined;
  const { pairing, rotaryOffset: first, rotaryDim: width } = spec;
  const measured = measure({ ...common, before: ordered.before, after: ordered.after });
  const phases = phasesOf(measured, [0], { pairing, first, width });
  for (const start of new Set(startsIn(phases, [claimOf(spec, { is: null, faults: [], cost: 0 })]))) {
    if (start === 0) continue;
    const positions = common.positions.map((list) => list.map((place) => place + start));
    const { counts, precision } = compareRotation(ordered, spec, { ...common, positions });
    if (counts.outside > 0 || counts.compared === 0) continue;
    return equalRotation(ordered, of, counts, precision, { ...common, positions }, isOpen);
  }
  return undefined;
}

type Rotary = Expected & { readonly spec: Rope | Xpos };

const isRotary = (each: Expected): each is Rotary =>
  each.spec.method === "rope" || each.spec.method === "xpos";

const costOf = ({ is, findings }: Diagnosis) =>
  findings.filter(({ severity }) => severity === "fault").length +
  (is === null && findings.length === 0 ? 8 : 0);

function explained(ordered: Ordered, of: Rotary | undefined, common: Common): Diagnosis {
  const { before, after } = ordered;
  const broken = brokenIn(ordered);
  const clean = (vectors: Vectors): Vectors =>
    broken.length === 0
      ? vectors
      : { ...vectors, values: vectors.values.map((x) => (Number.isFinite(x) ? x : 0)) };
  const expectation = of?.spec.method !== "rope" ? {} : { expected: of.spec, expectedName: of.is };
  const found = diagnoseVectors({ ...common, before: clean(before), after: clean(after), ...expectation });
  if (of !== undefined || found.is === null || typeof found.is === "string") return withBroken(found, broken);
  return withBroken(verified(found, ordered, common), broken);
}

function withBroken(found: Diagnosis, broken: readonly Draft[]): Diagnosis {
  if (broken.length === 0) return found;
  const [finding] = diagnosisOf({ is: null, faults: broken, confidence: 0.97, subject: SUBJECT }).findings;
  return { ...found, findings: [finding!, ...found.findings], verdict: `${finding!.says}. ${found.verdict}` };
}

/** The name is held against every entry; presets are named if their own rotation gives the same numbers. */
function verified(found: Diagnosis, ordered: Ordered, common: Common): Diagnosis {
  const { method } = found.is as { method?: string };
  if (method !== "rope" && method !== "xpos") return found;
  const models = Object.keys(presets).filter((name) => {
    const row = presets[name as keyof typeof presets];
    if (row.spec.method !== "rope") return false;
    const spec = checkSpec({ preset: name } as unknown) as Rope;
    return (
      spec.headDim === ordered.before.width && compareRotation(ordered, spec, common).counts.outside === 0
    );
  });
  let spec: Rope | Xpos;
  try {
    spec = checkSpec(found.is as unknown) as Rope | Xpos;
  } catch {
    return { ...found, models };
  }
  const { counts, precision } = compareRotation(ordered, spec, common);
  const isRight = counts.outside === 0 || found.findings.length > 0;
  if (!isRight && spec.method === "rope" && !knownBases.includes(spec.base)) {
    const base = refinedRotation(ordered, spec, common);
    const is = { ...(found.is as object), base };
    if (base !== spec.base)
      return verified(diagnosisOf({ is, faults: [], confidence: 0.9, subject: SUBJECT }), ordered, common);
  }
  const comparison = comparisonFor("this rotation", ordered.says, counts, precision, []);
  const isBlamed = found.findings.some(({ severity }) => severity === "fault");
  if (counts.outside === 0 || isBlamed) return { ...found, models, ...(isBlamed ? {} : { comparison }) };
  const differ = draft(
    "values-differ",
    ["entries", counts.outside, "entries"],
    ["compared", counts.compared, "entries"],
  );
  // A fitted base or growth is as exact as the numbers are: a difference from it does not show that the numbers are wrong.
  const isFitted =
    spec.method === "xpos" ||
    !knownBases.includes(spec.base) ||
    ("scaling" in spec && !isPlain(spec.scaling));
  return diagnosisOf({
    is: found.is,
    models: [],
    faults: isFitted ? [] : [differ],
    confidence: isFitted ? 0.6 : 0.8,
    subject: SUBJECT,
    ...(isFitted && { says: `is nearly ${nameOf(found.is)}` }),
    comparison,
  });
}

/** Vectors that are the same before and after show no rotation. */
const hasChange = ({ before, after }: Ordered) =>
  before.values.some((value, at) => value !== after.values[at]);

function equalRotation(
  ordered: Ordered,
  of: Rotary,
  counts: Counts,
  precision: Precision,
  common: Common,
  isOpenOrder: boolean,
): Diagnosis {
  const models = Object.keys(presets).filter((name) => {
    if (presets[name as keyof typeof presets].spec.method !== "rope") return false;
    const spec = checkSpec({ preset: name } as unknown) as Rope;
    return (
      spec.headDim === ordered.before.width && compareRotation(ordered, spec, common).counts.outside === 0
    );
  });
  const isOpen = isOpenOrder && ordered.before.heads > 1;
  const notCompared = [
    ...(isOpen ? ["whether the axes are in this order: give `order`"] : []),
    ...(common.positions.every((list) => list.every((place) => place === 0))
      ? ["frequencies and pairing, which position 0 does not show"]
      : []),
    ...("sections" in of.spec && of.spec.sections !== undefined && common.positions.length < 2
      ? ["axes: all had the same positions"]
      : []),
  ];
  const start = common.assumed && common.positions[0]![0]! !== 0 ? common.positions[0]![0]! : null;
  const comparison = { ...comparisonFor(of.name, ordered.says, counts, precision, notCompared), start };
  return diagnosisOf({
    is: of.is,
    models,
    faults: brokenIn(ordered),
    confidence: 0.97,
    subject: SUBJECT,
    comparison,
  });
}

function comparisonFor(
  name: string,
  layout: string,
  counts: Counts,
  precision: Precision,
  notCompared: readonly string[],
): Comparison {
  return {
    ...counts,
    with: name,
    equal: counts.outside === 0,
    layout,
    start: null,
    precision: precisionText(precision),
    notCompared,
  };
}

function brokenIn({ after, before }: Ordered): Draft[] {
  const bad = (list: Float64Array) =>
    list.reduce((count, value) => count + Number(!Number.isFinite(value)), 0);
  const count = bad(after.values) + bad(before.values);
  if (count === 0) return [];
  const at = [after, before]
    .map(({ values }) => values.findIndex((value) => !Number.isFinite(value)))
    .find((place) => place >= 0)!;
  const { width, tokens } = after;
  return [
    draft(
      "not-a-number",
      ["entries", count, "entries"],
      ["row", Math.floor(at / width) % tokens],
      ["column", at % width],
    ),
  ];
}
