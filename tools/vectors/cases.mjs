/** Which specs a preset's vectors are given for: those that follow from it when its open fields are filled. */

/** @typedef {import("../build/built-package.mjs").Package} Package */
/** @typedef {{ given: Record<string, unknown>, spec: import("../../src/api/spec.ts").ResolvedSpec }} Case */

/**
 * What open fields are filled with, where the preset takes it; a field that is not here has its usual value.
 * @type {Record<string, readonly unknown[]>}
 */
const FILLINGS = {
  dModel: [512, 320, 128, 16, 8, 7], // an odd one for rules about it
  shape: [
    [14, 14],
    [3, 5],
    [3, 5, 7],
  ],
  octaves: [4, 10],
  base: [1000],
  scale: [1000],
  valid: [[3, 4]],
  dimensions: [1],
  currentLength: [131072],
};

/**
 * Every filling of the fields that must be given; and on top of the last, one by one, those of the others.
 * @param {string} name
 * @param {Package} posenc
 * @returns {Case[]}
 */
export function casesOf(name, { presets, methods, checkSpec }) {
  const { spec, open } = presets[/** @type {keyof typeof presets} */ (name)];
  const fields = /** @type {Record<string, object>} */ (methods[spec.method].fields);
  const isOmittable = (/** @type {string} */ field) =>
    ["default", "optional", "sameAs"].some((mark) => mark in (fields[field] ?? {}));

  /** @type {Record<string, unknown>[]} */
  let required = [{ preset: name }];
  for (const field of open.filter((field) => !isOmittable(field))) {
    const fillings = FILLINGS[field] ?? [/** @type {{ usual?: unknown }} */ (fields[field]).usual];
    required = required.flatMap((given) => fillings.map((value) => ({ ...given, [field]: value })));
  }
  const cases = accepted(required, checkSpec);
  const last = cases.at(-1)?.given;
  const more = open
    .filter(isOmittable)
    .flatMap((field) => (FILLINGS[field] ?? []).map((value) => ({ ...last, [field]: value })));
  return [...cases, ...accepted(more, checkSpec)];
}

/**
 * @param {readonly Record<string, unknown>[]} all
 * @param {Package["checkSpec"]} checkSpec
 * @returns {Case[]}
 */
function accepted(all, checkSpec) {
  return all.flatMap((given) => {
    try {
      return [{ given, spec: checkSpec(/** @type {never} */ (given)) }];
    } catch (error) {
      if (error instanceof RangeError) return []; // an odd width, or a shape of other axes
      throw error;
    }
  });
}
