/** Formulas in an object, which are computed all at once before the object becomes JSON. */
import { execFileSync } from "node:child_process";
import { Failure } from "../process.mjs";

/** A number by its formula: 20 digits as a string, or a number of JSON if it is a count. */
export class Formula {
  /** @type {string | undefined} */
  digits;

  /** @param {string} text as main.cpp reads it @param {{ isCount?: boolean }} [options] */
  constructor(text, { isCount = false } = {}) {
    this.text = text;
    this.isCount = isCount;
  }

  /** @returns {string | number | undefined} */
  toJSON() {
    return this.isCount ? Number(this.digits) : this.digits;
  }
}

/**
 * Computes all formulas in a value, at any depth.
 * @param {string} program built from main.cpp
 * @param {unknown} value
 */
export function computeAll(program, value) {
  const formulas = formulasIn(value);
  const results = linesOf(program, `${formulas.map(({ text }) => text).join("\n")}\n`);
  for (const [i, formula] of formulas.entries()) {
    const [, sign = "", mantissa = "", exponent] = /^(-?)(\w+) (.+)$/.exec(results[i] ?? "") ?? [];
    formula.digits = sign + decimal(BigInt(mantissa), Number(exponent));
  }
}

/** @param {unknown} value @returns {Formula[]} */
function formulasIn(value) {
  if (value instanceof Formula) return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(formulasIn) : [];
}

/** @param {string} program @param {string} input @returns {string[]} */
function linesOf(program, input) {
  try {
    const output = execFileSync(process.execPath, [program], {
      input,
      encoding: "utf8",
      maxBuffer: 2 ** 26,
      stdio: ["pipe", "pipe", "pipe"],
    });
    return output.trimEnd().split("\n");
  } catch (error) {
    const details = String(/** @type {{ stderr?: string }} */ (error).stderr ?? error).trim();
    throw new Failure("the reference cannot compute the vectors of a preset: see tools/vectors", details);
  }
}

const DIGITS = 20;

/**
 * mantissa · 2^twos to 20 significant digits, as JavaScript and C read it: "0.0017", "1.5e-7".
 * @param {bigint} mantissa not negative
 * @param {number} twos
 * @returns {string}
 */
function decimal(mantissa, twos) {
  if (mantissa === 0n) return "0";
  let exponent = Math.floor(Math.log10(Number(mantissa)) + twos * Math.log10(2)); // of the first digit, or off by one
  let digits = rounded(mantissa, twos, DIGITS - 1 - exponent);
  if (digits.length !== DIGITS) {
    exponent += digits.length - DIGITS;
    digits = rounded(mantissa, twos, DIGITS - 1 - exponent);
  }
  digits = digits.replace(/0+$/, "");
  if (exponent >= DIGITS || exponent < -6) {
    return `${digits.replace(/^.(?=.)/, "$&.")}e${exponent}`;
  }
  if (exponent < 0) return `0.${"0".repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, "0");
  return digits.length > whole.length ? `${whole}.${digits.slice(whole.length)}` : whole;
}

/**
 * The integer nearest to mantissa · 2^twos · 10^tens.
 * @param {bigint} mantissa
 * @param {number} twos
 * @param {number} tens
 * @returns {string}
 */
function rounded(mantissa, twos, tens) {
  const power = (/** @type {bigint} */ base, /** @type {number} */ n) => base ** BigInt(Math.max(n, 0));
  const above = mantissa * power(2n, twos) * power(10n, tens);
  const below = power(2n, -twos) * power(10n, -tens);
  return String((2n * above + below) / (2n * below));
}
