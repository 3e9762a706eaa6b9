/** Errors of figures. Each names the attribute, its value, and the allowed values. */

export interface Refusal extends RangeError {
  readonly code: "range" | "unsupported";
  /** The attribute at fault. */
  readonly param: string;
  readonly value: unknown;
}

/**
 * @param param - the attribute at fault
 * @param expected - the allowed values, such as `"a whole number from 0 to 63"`
 */
export function refusal(param: string, expected: string, value: unknown): Refusal {
  const shown =
    typeof value === "string" ? `"${value}"` : Array.isArray(value) ? `"${value.join(" ")}"` : value;
  const error = new RangeError(`${param} must be ${expected}; got ${shown}.`);
  return Object.assign(error, { code: "range", param, value } as const);
}

/** The error of an encoding that a figure cannot show. */
export function notShown(sentence: string, value: unknown): Refusal {
  return Object.assign(new RangeError(sentence), { code: "unsupported", param: "spec", value } as const);
}
