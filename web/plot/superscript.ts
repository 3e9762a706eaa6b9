const DIGITS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** An integer as an exponent, such as ⁻⁸. */
export function superscript(integer: number): string {
  return String(integer)
    .replace("-", "⁻")
    .replace(/\d/g, (digit) => DIGITS[Number(digit)] as string);
}
