/** Numbers as the text writes them: narrow spaces between thousands, a true minus. */

const THIN_SPACE = "\u202f";

export function formatInteger(value: number): string {
  return value.toFixed(0).replace(/\B(?=(\d{3})+$)/g, THIN_SPACE);
}

/** A few significant digits. */
export function formatRough(value: number, digits: number): string {
  return String(Number(value.toPrecision(digits))).replace("-", "−");
}
