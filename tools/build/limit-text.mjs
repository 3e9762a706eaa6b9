/**
 * The end of a range as text for documentation: large powers of 2 and 10 are written as powers.
 * @param {number} value
 * @returns {string}
 */
export function limitText(value) {
  if (value < 0) return `−${limitText(-value)}`;
  const twos = Math.ceil(Math.log2(value));
  const less = 2 ** twos - value;
  if (twos > 16 && less < 1024) return `2^${twos}${less === 0 ? "" : ` − ${less}`}`;
  const tens = Math.log10(value);
  if (Number.isInteger(tens) && Math.abs(tens) > 4) return `10^${tens < 0 ? "−" : ""}${Math.abs(tens)}`;
  return String(value);
}
