/** Compares each kernel's fingerprint between the native build and WebAssembly, bit for bit. */
import { run } from "../process.mjs";

/**
 * @param {string} native folder of the native build
 * @param {string} wasm folder of the WebAssembly build
 * @returns {Promise<import("./tally.mjs").Tally>} in kernel cases
 */
export async function compareFingerprints(native, wasm) {
  const here = lines((await run(`${native}/fingerprint`, [])).stdout);
  const there = lines((await run(process.execPath, [`${wasm}/fingerprint.cjs`])).stdout);
  const names = [...new Set([...here.keys(), ...there.keys()])];
  const differing = names.filter((name) => here.get(name) !== there.get(name));
  return {
    passed: names.length - differing.length,
    failed: differing.length,
    complaints: differing.map((name) => `${name}: native ${here.get(name)}, wasm ${there.get(name)}`),
  };
}

/** @param {string} output lines of `hash  name` */
function lines(output) {
  const entries = output.split("\n").filter((line) => line !== "");
  return new Map(entries.map((line) => [line.slice(18), line.slice(0, 16)]));
}
