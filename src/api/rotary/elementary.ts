/** Elementary functions from sums, products and quotients only: the same bits in every JavaScript engine. */

/** ln 2 in two parts: the first has 32 bits, so that small multiples of it are exact. */
const LN2 = [0.6931471803691238, 1.9082149292705877e-10] as const;
/** π/2 in two parts of 33 bits and a rest, for the same reason. */
const HALF_PI = [1.5707963267341256, 6.077100506303966e-11, 2.0222662487959506e-21] as const;

const factorials = Array.from({ length: 20 }, (_, n) => {
  let product = 1;
  for (let k = 2; k <= n; k++) product *= k;
  return product;
});

/** ln x, for x > 0 to a few units of the last place: k ln 2 + 2 artanh((m − 1)/(m + 1)). */
export function logarithm(x: number): number {
  if (!(x > 0 && x < Number.POSITIVE_INFINITY)) return Math.log(x); // ±∞ or NaN in every engine
  let [mantissa, exponent] = [x, 0];
  for (; mantissa > 4 / 3; exponent++) mantissa /= 2;
  for (; mantissa < 2 / 3; exponent--) mantissa *= 2;
  const z = (mantissa - 1) / (mantissa + 1);
  let sum = 0;
  // |z| ≤ 1/5: the first term that is left out is below 2^-55 of the sum.
  for (let n = 23; n >= 1; n -= 2) sum = sum * z * z + 1 / n;
  return exponent * LN2[0] + (exponent * LN2[1] + 2 * z * sum);
}

/** e^x. */
function exponential(x: number): number {
  if (!(Math.abs(x) < 1000)) return Math.exp(x); // 0, ∞ or NaN in every engine
  const exponent = Math.round(x / Math.LN2);
  const rest = x - exponent * LN2[0] - exponent * LN2[1];
  let sum = 0;
  // |rest| ≤ 0.35: the first term that is left out is below 2^-60.
  for (let n = 15; n >= 0; n--) sum = sum * rest + 1 / factorials[n]!;
  for (let k = 0; k < Math.abs(exponent); k++) sum *= exponent > 0 ? 2 : 0.5;
  return sum;
}

/** base^exponent for base > 0. Its relative error is below 2^-52 · (1 + |exponent · ln base|). */
export const power = (base: number, exponent: number): number =>
  base === 1 || exponent === 0 ? 1 : exponential(exponent * logarithm(base));

/** The cosine and the sine of an angle of at most 2^20 quarter turns, to 2^-50. */
export function cosineAndSine(angle: number): [cosine: number, sine: number] {
  const quarter = Math.round(angle / HALF_PI[0]);
  const rest = angle - quarter * HALF_PI[0] - quarter * HALF_PI[1] - quarter * HALF_PI[2];
  let [cosine, sine] = [0, 0];
  for (let n = 18; n >= 0; n -= 2) {
    const sign = n % 4 === 0 ? 1 : -1;
    cosine = cosine * rest * rest + sign / factorials[n]!;
    sine = sine * rest * rest + sign / factorials[n + 1]!;
  }
  sine *= rest;
  const turned = [
    [cosine, sine],
    [-sine, cosine],
    [-cosine, -sine],
    [sine, -cosine],
  ] as const;
  const [c, s] = turned[((quarter % 4) + 4) % 4]!;
  return [c, s];
}
