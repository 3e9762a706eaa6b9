/** Damage to the bytes of a file and to the letters of a text. */
import type { Random } from "./random.ts";

/** Counts that look like sizes, offsets and lengths of other files. */
const counts = [0n, 1n, 7n, 255n, 65_535n, 2n ** 31n, 2n ** 32n - 1n, 2n ** 53n, 2n ** 63n, 2n ** 64n - 1n];

/** One file in eight stays as it is; the others are cut, or have up to four places with other bytes. */
export function damaged(random: Random, bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  if (random.chance(0.125)) return bytes;
  if (random.chance(0.1)) return bytes.slice(0, random.below(bytes.length + 1));
  const changed = bytes.slice();
  for (let n = random.below(4); n >= 0 && changed.length > 8; n--) {
    // Headers stand at the start, and directories of archives at the end.
    const reach = Math.min(changed.length - 8, 200);
    const at = random.chance(0.6)
      ? random.below(reach)
      : changed.length - 8 - random.below(random.chance(0.5) ? reach : changed.length - 8);
    if (random.chance(0.5)) changed[at] = random.pick([0, 1, 255, random.below(256)]);
    else writeCount(random, changed, at);
  }
  return random.chance(0.05)
    ? Uint8Array.from([...changed, ...changed.subarray(random.below(changed.length))])
    : changed;
}

function writeCount(random: Random, bytes: Uint8Array<ArrayBuffer>, at: number): void {
  const view = new DataView(bytes.buffer, at);
  const count = random.pick(counts);
  const little = random.chance(0.9);
  if (random.chance(0.4)) view.setBigUint64(0, count, little);
  else if (random.chance(0.7)) view.setUint32(0, Number(count % 2n ** 32n), little);
  else view.setUint16(0, Number(count % 2n ** 16n), little);
}

const pieces = [
  ...[
    "nan",
    "inf",
    "-inf",
    "1e999",
    "1e-999",
    "−3",
    "0x10",
    "1,5",
    "...",
    "…",
    "[",
    "]",
    "[[",
    "tensor(",
    "array(",
    ")",
  ],
  ...[
    "#",
    '"',
    "'",
    "\\",
    "{",
    "}",
    "\t",
    "\n",
    "\r\n",
    " ",
    ",",
    ";",
    "\u0000",
    "\ufeff",
    "\u202e",
    "é",
    "1_000",
  ],
  ...[
    "dtype=float32",
    "device='cuda:0'",
    "e",
    "E+",
    ".",
    "-",
    "+",
    "1.",
    ".5",
    "Infinity",
    "NaN",
    "null",
    "//",
    "/*",
  ],
];

/** Puts pieces into a text, or repeats one of its letters or pieces many times. */
export function damagedText(random: Random, text: string): string {
  let changed = text;
  for (let n = random.below(4); n > 0; n--) {
    const at = random.below(changed.length + 1);
    const until = random.chance(0.5) ? at : Math.min(changed.length, at + random.below(20));
    const times = random.chance(0.1) ? 10 ** random.below(6) : 1;
    const piece = random.chance(0.7) ? random.pick(pieces) : changed.slice(at, at + 1 + random.below(3));
    changed = changed.slice(0, at) + piece.repeat(times) + changed.slice(until);
  }
  return random.chance(0.05) ? changed.slice(0, random.below(changed.length + 1)) : changed;
}
