import type { ParitySide, PhaseSteps, ScoreDifference } from "../../../src/entries/engines.ts";
import { type Code, code } from "../../methods/code.ts";
import { CELLS, type ParityShown } from "./parity-shown.ts";

/** Code for the differences of scores: the rotations of a head as matrices, and the norm of what is between them. */
function scoreCode({ parity: { sides, scores, headDim } }: ParityShown): Code {
  const distances = scores.map(({ distance }) => distance);
  const [own, other] = sides.map((side) => ({ list: rotations(side, scores), shape: shapeOf(side) }));
  return code(
    `# the scale of queries and the angle of each pair, ${distances.join(", ")} tokens apart
owns = [
${own!.list}
]
others = [
${other!.list}
]
${pythonMatrix(headDim)}
rows = []
for own, other in zip(owns, others):
    a, b = matrix(*own, ${own!.shape}), matrix(*other, ${other!.shape})
    rms = float(((a - b) ** 2).sum()) ** 0.5
    rows.append([rms, rms / float((b ** 2).sum()) ** 0.5])
values = xp.asarray(rows, dtype=xp.float64)
`,
    `const own = [
${own!.list}
];
const other = [
${other!.list}
];
${scriptMatrix(headDim)}
const norm = (list) => Math.sqrt(list.reduce((sum, x) => sum + x * x, 0));
const values = own.flatMap((_, n) => {
  const [a, b] = [matrix(...own[n], ${own!.shape}), matrix(...other[n], ${other!.shape})];
  const rms = norm(a.map((x, i) => x - b[i]));
  return [rms, rms / norm(b)];
});
`,
  );
}

/** The rotation of a head at the distance of each length, as one line of a list. */
const rotations = (side: ParitySide, scores: readonly ScoreDifference[]): string =>
  scores
    .map(({ distance, length }) => {
      const angles = side.phasesAt(distance, length).join(", ");
      return `  [${side.queryScaleAt(distance)}, [${angles}]],`;
    })
    .join("\n");

/** The square of the factor, the channels from a pair to the next, and those between the two of a pair. */
const shapeOf = ({ attentionFactor, pairing, steps: { pairs } }: ParitySide): string =>
  [attentionFactor ** 2, ...(pairing === "interleaved" ? [2, 1] : [1, pairs])].join(", ");

const pythonMatrix = (headDim: number) => `
def matrix(query, angles, factor, step, apart):
    turned = xp.zeros((${headDim}, ${headDim}), dtype=xp.float64)
    for channel in range(2 * len(angles), ${headDim}):
        turned[channel, channel] = query
    for pair, angle in enumerate(angles):
        a, b = step * pair, step * pair + apart
        turned[a, a] = turned[b, b] = query * factor * math.cos(angle)
        turned[a, b] = -query * factor * math.sin(angle)
        turned[b, a] = query * factor * math.sin(angle)
    return turned
`;

const scriptMatrix = (headDim: number) => `function matrix(query, angles, factor, step, apart) {
  const turned = new Float64Array(${headDim ** 2});
  for (let c = 2 * angles.length; c < ${headDim}; c++) turned[c * ${headDim + 1}] = query;
  angles.forEach((angle, pair) => {
    const [a, b] = [step * pair, step * pair + apart];
    turned[a * ${headDim + 1}] = turned[b * ${headDim + 1}] = query * factor * Math.cos(angle);
    turned[a * ${headDim} + b] = -query * factor * Math.sin(angle);
    turned[b * ${headDim} + a] = query * factor * Math.sin(angle);
  });
  return turned;
}`;

/** Code that makes the numbers of a view, with the engines' angles operation by operation. */
export function parityCode(shown: ParityShown): Code {
  return { phase: phaseCode, score: scoreCode, wavelengths: wavesCode }[shown.view](shown);
}

const floats = (numbers: readonly number[], type = "float32"): string =>
  `xp.asarray([${numbers.join(", ")}], dtype=xp.${type})`;

/** A function in Python that gives the angles at positions, (positions, pairs). */
function pythonAngles(name: string, { start, pairs, over, times, numbers, then, still }: PhaseSteps): string {
  const type = start === "exact" ? "float64" : "float32";
  const lines = [`t = xp.asarray(position, dtype=xp.${type})`];
  if (over !== undefined) lines.push(`t = t / ${floats([over])}`);
  if (times !== undefined) lines.push(`t = ${floats([times])} * t`);
  if (start === "chain")
    lines.push(
      "columns = []",
      `for _ in range(${pairs}):`,
      "    columns.append(t)",
      `    t = t * ${floats(numbers)}`,
      "angle = xp.stack(columns, 1)",
    );
  else lines.push(`angle = t[:, None] * ${floats(numbers, type)}`);
  if (then !== undefined && "times" in then) lines.push(`angle = ${floats([then.times])} * angle`);
  if (then !== undefined && "over" in then) lines.push(`angle = angle / ${floats(then.over)}`);
  if (then !== undefined && "slow" in then)
    lines.push(
      `kept = ${floats(then.kept)}`,
      `angle = ${floats([then.slow])} * angle * (${floats([1])} - kept) + angle * kept`,
    );
  for (const pair of still) lines.push(`angle[:, ${pair}] = 0`);
  lines.push("return xp.asarray(angle, dtype=xp.float64)");
  return `def ${name}(position):\n${lines.map((line) => `    ${line}`).join("\n")}\n`;
}

function scriptAngles(name: string, { start, pairs, over, times, numbers, then, still }: PhaseSteps): string {
  const lines = [`const numbers = [${numbers.join(", ")}];`];
  const t = ["f32(position)"];
  if (over !== undefined) t.push(`f32(${t.at(-1)} / ${over})`);
  if (times !== undefined) t.push(`f32(${times} * ${t.at(-1)})`);
  lines.push(`let t = ${start === "exact" ? "position" : t.at(-1)};`);
  lines.push(
    start === "exact"
      ? "const angles = numbers.map((number) => t * number);"
      : start === "product"
        ? "const angles = numbers.map((number) => f32(t * number));"
        : `const angles = Array.from({ length: ${pairs} }, () => { const own = t; t = f32(t * numbers[0]); return own; });`,
  );
  if (then === undefined) lines.push(`const done = angles;`);
  else if ("times" in then) lines.push(`const done = angles.map((angle) => f32(${then.times} * angle));`);
  else if ("over" in then)
    lines.push(
      `const over = [${then.over.join(", ")}];`,
      "const done = angles.map((angle, i) => f32(angle / over[i]));",
    );
  else
    lines.push(
      `const kept = [${then.kept.join(", ")}];`,
      `const done = angles.map((angle, i) => f32(f32(f32(${then.slow} * angle) * f32(1 - kept[i])) + f32(angle * kept[i])));`,
    );
  lines.push(...still.map((pair) => `done[${pair}] = 0;`), "return done;");
  return `function ${name}(position) {\n${lines.map((line) => `  ${line}`).join("\n")}\n}\n`;
}

function phaseCode({ parity: { sides, pairs, length } }: ParityShown): Code {
  const [own, other] = sides.map(({ steps }) => steps) as [PhaseSteps, PhaseSteps];
  return code(
    `${pythonAngles("own", own)}
${pythonAngles("other", other)}
columns = []
for cell in range(${CELLS}):
    position = xp.arange(cell * ${length} // ${CELLS}, (cell + 1) * ${length} // ${CELLS}, dtype=xp.float64)
    difference = xp.zeros((len(position), ${pairs}), dtype=xp.float64)
    difference[:, :${own.pairs}] += own(position)
    difference[:, :${other.pairs}] -= other(position)
    turns = difference / (2 * math.pi)
    columns.append(2 * math.pi * xp.abs(turns - xp.round(turns)).mean(0))
values = xp.stack(columns, 1)
`,
    `const f32 = Math.fround;
${scriptAngles("own", own)}
${scriptAngles("other", other)}
const values = new Float64Array(${pairs * CELLS});
for (let cell = 0; cell < ${CELLS}; cell++) {
  const [from, to] = [cell, cell + 1].map((edge) => Math.floor((edge * ${length}) / ${CELLS}));
  for (let position = from; position < to; position++) {
    const [a, b] = [own(position), other(position)];
    for (let pair = 0; pair < ${pairs}; pair++) {
      const turns = ((a[pair] ?? 0) - (b[pair] ?? 0)) / (2 * Math.PI);
      values[pair * ${CELLS} + cell] += (2 * Math.PI * Math.abs(turns - Math.round(turns))) / (to - from);
    }
  }
}
`,
  );
}

function wavesCode({ parity: { sides, pairs } }: ParityShown): Code {
  const rows = Array.from(
    { length: pairs },
    (_, pair) => `[${sides.map(({ frequencies }) => frequencies[pair] ?? 0).join(", ")}]`,
  );
  return code(
    `# radians per position; 0 stands still, and its wavelength is written as 0
frequency = xp.asarray([
${rows.map((row) => `    ${row},`).join("\n")}
], dtype=xp.float64)
stands = frequency == 0
values = xp.where(stands, 0.0, 2 * math.pi / xp.where(stands, 1.0, frequency))
`,
    `const frequencies = [
${rows.map((row) => `  ${row},`).join("\n")}
].flat();
const values = frequencies.map((frequency) => (frequency === 0 ? 0 : (2 * Math.PI) / frequency));
`,
  );
}
