/** What was measured of engines: how it is stored, and whether the column of an engine agrees with it. */

/**
 * Layers of a probe with the same rotation.
 * @typedef {object} MeasuredLayers
 * @property {number[]} layers their numbers
 * @property {"halves" | "interleaved" | null} pairing null if the layers do not rotate
 * @property {number} width
 * @property {number[]} frequencies radians per position, seven digits
 * @property {number} error the largest error of a frequency by the noise of the answers
 * @property {number} scale softmax scale · attention factor²
 * @property {number | null} window
 * @property {number | null} sink
 */

/**
 * An engine's answer for a config: its layers, or its own error.
 * @typedef {{ layers: MeasuredLayers[] } | { error: string }} Measured
 */

const short = (/** @type {number} */ value) => Number(value.toPrecision(7));

/**
 * The facts of a reading, with equal layers together.
 * @param {import("posenc/probe").ProbeResult} result
 * @returns {MeasuredLayers[]}
 */
export function factsOf({ layers }) {
  /** @type {MeasuredLayers[]} */
  const groups = [];
  for (const { layer, pairing, width, frequencies, errors, scale, window, sink } of layers) {
    const error = short(Math.max(0, ...errors));
    const same = groups.find(
      (group) =>
        group.pairing === pairing &&
        group.width === width &&
        group.window === window &&
        Math.abs(group.scale / scale - 1) < 1e-3 &&
        group.frequencies.length === frequencies.length &&
        group.frequencies.every((f, i) => Math.abs(f - (frequencies[i] ?? 0)) <= group.error + error),
    );
    if (same) same.layers.push(layer);
    else
      groups.push({
        layers: [layer],
        pairing,
        width,
        frequencies: frequencies.map(short),
        error,
        scale: short(scale),
        window,
        sink: sink === null ? null : short(sink),
      });
  }
  return groups;
}

/**
 * What the column of an engine says against what was measured.
 * @typedef {object} Agreement
 * @property {string[]} differs questions with another answer, in sentences
 * @property {string[]} open questions that the column leaves open
 */

/**
 * @param {object} given
 * @param {import("posenc/engines").Comparison} given.comparison of the engine alone, at the length of the prompt
 * @param {readonly import("posenc/spec").LayerPositions[]} given.positions of all layers
 * @param {Measured} given.measured
 * @param {import("posenc/probe").ProbePlan} given.plan
 * @returns {Agreement}
 */
export function agreementOf({ comparison, positions, measured, plan }) {
  /** @type {Agreement} */
  const found = { differs: [], open: [] };
  const columns = new Map(comparison.layers.map(({ kind, engines: [column] }) => [kind, column]));
  if ("error" in measured) {
    const serving = [...columns.values()].filter((column) => column?.serves);
    if (serving.some((column) => column?.known)) found.differs.push("it stops with an error");
    else if (serving.length > 0) found.open.push("all");
    return found;
  }
  for (const group of measured.layers) {
    for (const layer of group.layers) {
      const { kind, rotary } = positions[layer] ?? {};
      const column = columns.get(kind ?? "");
      const isOther = (rotary === null) !== (group.pairing === null);
      const said = [...columns.values()].some((own) => own?.otherLayers.includes(layer));
      if (isOther !== said && column?.serves !== false) found.differs.push("which layers rotate");
      if (rotary === null || column === undefined || group.pairing === null) continue;
      compareLayers(group, column, plan, found);
    }
  }
  return { differs: [...new Set(found.differs)], open: [...new Set(found.open)] };
}

/**
 * @param {MeasuredLayers} group
 * @param {import("posenc/engines").EngineColumn} column
 * @param {import("posenc/probe").ProbePlan} plan
 * @param {Agreement} found
 */
function compareLayers(group, column, plan, found) {
  if (!column.serves) {
    found.differs.push("it serves the model");
    return;
  }
  const length = plan.prompt.length;
  const open = new Set(column.unknown);
  const check = (
    /** @type {string} */ question,
    /** @type {boolean} */ isOpen,
    /** @type {() => boolean} */ agrees,
  ) => {
    if (isOpen) found.open.push(question);
    else if (!agrees()) found.differs.push(question);
  };
  check("pairing", column.pairing === null, () => column.pairing === group.pairing);
  check("frequencies", column.frequencies === null, () => isNear(group, column.frequencies ?? [], length));
  const { softmaxScale: scale, attentionFactor: factor } = column;
  const isScaleOpen =
    scale === null || factor === null || open.has("queryScale") || column.queryScale !== null;
  // float32 logits near 30 keep a score to 1e-5; a cap of 50 takes 6e-4 from the probe's largest score.
  check("scale", isScaleOpen, () => Math.abs(group.scale / ((scale ?? 1) * (factor ?? 1) ** 2) - 1) < 2e-3);
  const window = column.window !== null && "before" in column.window ? column.window.before + 1 : null;
  const isShown = window !== null && window < length - plan.headDim;
  check("window", open.has("window"), () => group.window === (isShown ? window : null));
  if (plan.full !== null) check("sinks", open.has("sinks"), () => column.sinks === (group.sink !== null));
}

/** @param {MeasuredLayers} group @param {readonly number[]} own @param {number} length */
function isNear({ frequencies, error, window }, own, length) {
  const span = Math.min(length, window ?? length);
  const pairs = Math.max(frequencies.length, own.length);
  // As in the probe: a float16 cache turns a phase by 2^-11, float32 angles are off by some 1e-6 of themselves.
  return Array.from({ length: pairs }, (_, i) => [frequencies[i] ?? 0, own[i] ?? 0]).every(
    ([f = 0, g = 0]) => Math.abs(f - g) <= error + 2 ** -11 / span + 1e-6 * g,
  );
}
