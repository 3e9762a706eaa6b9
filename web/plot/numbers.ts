/** Numbers as text, the same in every locale: a decimal point, thin spaces between thousands, a true minus. */

const THIN_SPACE = "\u202f";
const MINUS = "\u2212";
const NO_BREAK = "\u00a0";

/** An integer such as 45 000. */
export function formatInteger(value: number): string {
  return signed(
    Math.round(value)
      .toFixed(0)
      .replace(/\B(?=(\d{3})+$)/g, THIN_SPACE),
  );
}

/** A count with its noun: `1 token`, `4096 tokens`. */
export const formatCount = (count: number, one: string, many = `${one}s`): string =>
  `${formatInteger(count)} ${count === 1 ? one : many}`;

/** A number with a fixed number of decimals, such as −0.959. */
export function formatFixed(value: number, decimals: number): string {
  const text = value.toFixed(decimals);
  return signed(Number(text) === 0 ? (0).toFixed(decimals) : text);
}

/** A share with one decimal, such as 12.5 %. */
export const formatPercent = (share: number): string => `${formatFixed(100 * share, 1)} %`;

/** A few significant digits of a quantity of any size, such as 9.08 or 43 500. */
export function formatRough(value: number, digits = 3): string {
  const rounded = Number(value.toPrecision(digits));
  if (String(rounded).includes("e-")) return formatPowerOfTen(value, digits - 1);
  if (Math.abs(rounded) < 1000) return signed(String(rounded));
  if (Number.isInteger(rounded)) return formatInteger(rounded);
  const [, fraction] = String(rounded).split(".");
  return `${formatInteger(Math.trunc(rounded))}.${fraction}`;
}

/** Smaller numbers are written with a power of ten. */
const SMALL = 0.001;

/** A tiny number with two digits and a power of ten, such as 1.9 × 10⁻⁶; any other as by {@link formatRough}. */
export function formatSmall(value: number): string {
  return value === 0 || Math.abs(value) >= SMALL ? formatRough(value) : formatPowerOfTen(value, 1);
}

/** A number with a power of ten, such as 1.35 × 10⁻¹⁷. */
function formatPowerOfTen(value: number, decimals: number): string {
  const [digits, power] = value.toExponential(decimals).split("e") as [string, string];
  return [signed(digits), "×", `10${superscript(Number(power))}`].join(NO_BREAK);
}

/** The shortest decimal number that is read as the same float32. */
export function formatFloat32(value: number): string {
  const target = Math.fround(value);
  for (let digits = 1; digits < 9; digits++) {
    const text = target.toPrecision(digits);
    if (Math.fround(Number(text)) === target) return signed(text);
  }
  return signed(target.toPrecision(9));
}

/** With a true minus, and a power of ten instead of an exponent. */
function signed(text: string): string {
  const [digits = "", power] = text.split("e");
  const minus = digits.replace("-", MINUS);
  return power === undefined ? minus : [minus, "×", `10${superscript(Number(power))}`].join(NO_BREAK);
}

const DIGITS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** An integer as an exponent, such as ⁻⁸. */
export function superscript(integer: number): string {
  return String(integer)
    .replace("-", "⁻")
    .replace(/\d/g, (digit) => DIGITS[Number(digit)] as string);
}

/** Degrees of an angle in radians. */
export const degrees = (radians: number): number => (radians * 180) / Math.PI;
