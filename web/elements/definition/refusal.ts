/** Errors of figures: what was wrong, what is allowed, and in which attribute. */

export interface Refusal extends RangeError {
  readonly code: "range" | "unsupported";
  /** The attribute at fault. */
  readonly param: string;
  readonly value: unknown;
}

/**
 * @param param - the attribute at fault
 * @param expected - what it may hold: `"a whole number from 0 to 63"`
 */
export function refusal(param: string, expected: string, value: unknown): Refusal {
  const shown =
    typeof value === "string" ? `"${value}"` : Array.isArray(value) ? `"${value.join(" ")}"` : value;
  const error = new RangeError(`${param} must be ${expected}; got ${shown}.`);
  return Object.assign(error, { code: "range", param, value } as const);
}

/** An encoding that a figure cannot show, with a sentence that says why. */
export function notShown(sentence: string, value: unknown): Refusal {
  return Object.assign(new RangeError(sentence), { code: "unsupported", param: "spec", value } as const);
}
