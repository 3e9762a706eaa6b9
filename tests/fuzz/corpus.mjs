/** The inputs of a fuzz target as lines of text: C++ strings of hexadecimal digits, which a test program includes. */
import { readFileSync } from "node:fs";

/** @param {string} file @returns {Buffer[]} */
export function readLines(file) {
  const lines = readFileSync(file, "utf8").match(/(?<=^")[0-9a-f]*(?=",$)/gm) ?? [];
  return lines.map((digits) => Buffer.from(digits, "hex"));
}

/** @param {readonly Buffer[]} inputs */
export const linesOf = (inputs) => inputs.map((bytes) => `"${bytes.toString("hex")}",`).join("\n");

/** The smallest, in a fixed order. @param {readonly Buffer[]} inputs @param {number} most */
export function fewest(inputs, most) {
  return [...inputs].sort((a, b) => a.length - b.length || a.compare(b)).slice(0, most);
}
