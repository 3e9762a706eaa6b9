import { superscript } from "../../plot/superscript.ts";

/** A small number with one digit and a power of ten, such as 3 × 10⁻⁵. */
export function powerOfTen(value: number): string {
  const [digit, power] = value.toExponential(0).split("e");
  return `${digit} × 10${superscript(Number(power))}`;
}
