/** The picture of a rotary encoding: the tokens in one full rotation of each pair of channels. */
import { axisLine, BOX, card, keyText, number } from "./card.mjs";
import { indexAxis } from "./heatmap.mjs";

/**
 * @typedef {import("./presets.mjs").Posenc} Posenc
 * @typedef {Extract<import("../../src/api/spec.ts").ResolvedSpec, { method: "rope" }>} Rope
 * @typedef {{ tokens: readonly number[], plain: readonly number[], trained: number | undefined,
 *   axes: readonly number[] }} Rotations
 *   of each pair: `tokens` in a full rotation, infinite if it never rotates; `plain`, the same without scaling, empty if there
 *   is no scaling; the axis of positions that rotates it. `trained`: tokens of the texts before scaling
 */

/** Names of the axes of positions, by how many there are. */
const AXES = [[], ["position"], ["x", "y"], ["time", "height", "width"]];

/** The mark of a pair, for the axis that rotates it: a dot, a ring or a cross. */
const MARKS = [
  { sign: "●", shape: "h0", width: 4.5 },
  { sign: "○", shape: "m-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0", width: 1 },
  { sign: "×", shape: "m-2-2l4 4m0-4l-4 4", width: 1.2 },
];

/** @param {import("./presets.mjs").Drawing} drawing @param {Rope} spec */
export function rotaryPicture({ title, pe }, spec) {
  const { scaling } = spec;
  const rotations = {
    tokens: tokensOf(pe, spec),
    plain: scaling.type === "none" ? [] : tokensOf(pe, { ...spec, scaling: { type: "none" } }),
    trained: "originalLength" in scaling ? scaling.originalLength : undefined,
    axes: axesOf(pe, spec),
  };
  const rotated = 2 * rotations.tokens.filter(Number.isFinite).length;
  const decades = decadesOf(rotations);
  const ticks = Array.from({ length: decades + 1 }, (_, k) => ({
    at: 1 - k / decades,
    text: k < 4 ? String(10 ** k) : `10${"⁰¹²³⁴⁵⁶⁷⁸⁹"[k]}`,
  }));
  return card({
    title,
    about: `Tokens per rotation of each pair; ${rotated} of ${spec.headDim} channels rotate`,
    x: indexAxis("pair of channels →", rotations.tokens.length),
    y: { label: "tokens", ticks },
    plot: [...ticks.map(({ at }) => gridLine(at)), ...marksOf(rotations, decades)].join("\n"),
    key: keyText(BOX.left, legend(rotations)),
  });
}

/** @param {Posenc} pe @param {Rope} spec */
const tokensOf = (pe, spec) => Array.from(pe.frequencies(spec), (frequency) => (2 * Math.PI) / frequency);

/**
 * The axis of positions that rotates each pair.
 * @param {Posenc} pe
 * @param {Rope} spec
 */
function axesOf(pe, spec) {
  const axes = (spec.sections ?? [1]).map((_, axis) => axis);
  const sines = axes.map((axis) => {
    const step = axes.map((other) => [Number(other === axis)]);
    return pe.rotaryTable(spec, { positions: axes.length > 1 ? step : [1] }).sin;
  });
  const pairs = Array.from(sines[0] ?? []);
  return pairs.map((_, pair) =>
    Math.max(
      sines.findIndex((list) => list[pair] !== 0),
      0,
    ),
  );
}

/** @param {Rotations} rotations */
function decadesOf({ tokens, plain, trained = 1 }) {
  return Math.ceil(Math.log10(Math.max(...[...tokens, ...plain, trained].filter(Number.isFinite))));
}

/** @param {number} at */
const gridLine = (at) =>
  axisLine(`M${BOX.left} ${number(BOX.top + at * BOX.height)}h${BOX.width}`, { "stroke-opacity": 0.15 });

/** @param {Rotations} rotations @param {number} decades */
function marksOf({ tokens, plain, trained, axes }, decades) {
  const y = (/** @type {number} */ count) =>
    BOX.top + Math.max(0, 1 - Math.log10(count) / decades) * BOX.height;
  const place = (/** @type {number} */ count, /** @type {number} */ pair) =>
    `M${number(BOX.left + ((pair + 0.5) / tokens.length) * BOX.width)} ${number(y(count))}`;
  const marks = MARKS.map(({ shape, width }, axis) => {
    const own = tokens.map((count, pair) => (axes[pair] === axis ? place(count, pair) + shape : ""));
    return axisLine(own.join(""), { "stroke-width": width, "stroke-linecap": "round" });
  });
  const before = plain.map(place).join("").replaceAll("M", "L").replace("L", "M");
  const faint = { "stroke-opacity": 0.6 };
  const limit =
    trained === undefined
      ? []
      : [
          axisLine(`M${BOX.left} ${number(y(trained))}h${BOX.width}`, faint),
          keyText(
            BOX.left + 4,
            `trained: ${trained.toLocaleString("en").replaceAll(",", "\u00a0")}`,
            "start",
            y(trained) - 4,
          ),
        ];
  return [...limit, axisLine(before, { ...faint, "stroke-dasharray": "3 3" }), ...marks].filter(Boolean);
}

/** @param {Rotations} rotations */
function legend({ tokens, plain, axes }) {
  const names = AXES[Math.max(...axes) + 1] ?? [];
  const still = tokens.filter((count) => !Number.isFinite(count)).length;
  return [
    ...(names.length > 1 ? [names.map((name, axis) => `${MARKS[axis]?.sign} ${name}`).join("   ")] : []),
    ...(plain.length > 0 ? ["dashed: without scaling"] : []),
    ...(still > 0 ? [`at the top: ${still} never rotate`] : []),
  ].join("; ");
}
