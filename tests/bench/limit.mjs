/**
 * How many multiply-adds a second the engine does with vectors of four floats, when nothing waits for memory or for the result
 * before: ten independent sums, a product and an addition each. WebAssembly has no fused operation that gives the same bits everywhere.
 */
const SUMS = 10; // each engine hides the time of an addition, some four cycles of two each, and has sixteen registers
const UNROLLED = 8; // so that the loop itself does not count
const LANES = 4;

/** An integer as WebAssembly writes it: seven bits a byte, the lowest first. @param {number} value @returns {number[]} */
const leb = (value) => (value < 128 ? [value] : [(value & 127) | 128, ...leb(value >> 7)]);

/** A section, or anything else that starts with its size. @param {number[]} bytes */
const sized = (bytes) => [...leb(bytes.length), ...bytes];

const [I32, V128, SIMD] = [0x7f, 0x7b, 0xfd];
const [CONST, GET, SET, SUB, TEE, BRANCH_IF, LOOP, EMPTY, END] = [
  0x41, 0x20, 0x21, 0x6b, 0x22, 0x0d, 0x03, 0x40, 0x0b,
];
const FACTOR = 1 + SUMS; // the local after the count and the sums

/** @param {number} code */
const simd = (code) => [SIMD, ...leb(code)];
const [SPLAT, ADD, MULTIPLY, EXTRACT] = [simd(0x13), simd(0xe4), simd(0xe6), [...simd(0x1f), 0]];

/** A module of one function: (count: i32) -> f32. */
function bytesOf() {
  const sums = Array.from({ length: SUMS }, (_, n) => 1 + n);
  const half = [0x43, 0, 0, 0, 0x3f]; // f32.const 0.5: no sum becomes subnormal or infinite
  const once = sums.flatMap((sum) => [GET, sum, GET, FACTOR, ...MULTIPLY, GET, FACTOR, ...ADD, SET, sum]);
  const body = [
    ...[1, SUMS + 1, V128], // the locals
    ...[...half, ...SPLAT, SET, FACTOR],
    ...[LOOP, EMPTY, ...Array.from({ length: UNROLLED }, () => once).flat()],
    ...[GET, 0, CONST, 1, SUB, TEE, 0, BRANCH_IF, 0, END],
    ...[GET, 1, ...sums.slice(1).flatMap((sum) => [GET, sum, ...ADD]), ...EXTRACT, END],
  ];
  const [types, functions] = [sized([1, 0x60, 1, I32, 1, 0x7d]), sized([1, 0])];
  const [exports, code] = [sized([1, 1, 0x66, 0, 0]), sized([1, ...sized(body)])];
  return Uint8Array.of(
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    1,
    ...types,
    3,
    ...functions,
    7,
    ...exports,
    10,
    ...code,
  );
}

/** @param {number} wanted how many, rounded to whole rounds of the loop @returns a function that does them, and how many they are */
export async function multiplyAdds(wanted = 6_400_000) {
  const { instance } = await WebAssembly.instantiate(bytesOf());
  const { f } = /** @type {{ f: (count: number) => number }} */ (/** @type {unknown} */ (instance.exports));
  const each = UNROLLED * SUMS * LANES;
  const count = Math.round(wanted / each);
  if (Math.abs(f(count) - SUMS) > 1e-5) throw new Error("a sum of halves must go to 1"); // x/2 + 1/2 has its fixed point there
  return { run: () => f(count), count: count * each };
}
