/** The specs of a preset's vectors: the preset with values for its open fields. */

import { OPEN_FIELDS } from "../open-fields.mjs";

/** @typedef {import("../build/built-package.mjs").Package} Package */
/** @typedef {{ given: Record<string, unknown>, spec: import("../../src/api/spec.ts").ResolvedSpec }} Case */

/**
 * All combinations of values for required fields. Optional fields get their values one by one in the last combination.
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
    const fillings = OPEN_FIELDS[field]?.vectors ?? [
      /** @type {{ usual?: unknown }} */ (fields[field]).usual,
    ];
    required = required.flatMap((given) => fillings.map((value) => ({ ...given, [field]: value })));
  }
  const cases = accepted(required, checkSpec);
  const last = cases.at(-1)?.given;
  const more = open
    .filter(isOmittable)
    .flatMap((field) => (OPEN_FIELDS[field]?.vectors ?? []).map((value) => ({ ...last, [field]: value })));
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
