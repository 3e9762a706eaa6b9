/** The house rules that a machine can read: sizes, names, traces of one machine, binaries, and a test for each kernel. */
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { ROOT } from "../process.mjs";
import { trackedFiles } from "./tracked.mjs";

const MOST_LINES = 300;
const MOST_BYTES = 300_000;
const LOCK = "package-lock.json"; // as long as the packages are many that the tests of bundlers need
const SELF = "tools/checks/style.mjs";
const VAGUE_NAME = /(^|[_\-/])(utils?|helpers?|common|manager|misc)([_\-./]|$)/i;
const SOURCE = /\.(cpp|hpp|ts|mts|js|mjs|css|html|py)$/;

/** Paths and addresses of one machine. */
const MACHINE = [
  /(?<![\w.])\/(work|root|tmp|home)\/\w/,
  /\b(?!127\.0\.0\.1\b|0\.0\.0\.0\b)(?:\d{1,3}\.){3}\d{1,3}\b(?![.\w])/,
  /\bregistry\.[a-z]+\.[a-z]+|\bdeb\.debian\.org|"resolved":/,
];

/** @param {string} path @param {Buffer} bytes @returns {string[]} */
export function complaintsAbout(path, bytes) {
  const found = [];
  if (VAGUE_NAME.test(path)) found.push(`${path}: the name says nothing; name the idea`);
  if (bytes.length > MOST_BYTES && basename(path) !== LOCK)
    found.push(`${path}: ${bytes.length} bytes, over ${MOST_BYTES}`);
  if (bytes.includes(0)) return [...found, `${path}: a binary file`];
  const lines = bytes.toString("utf8").split("\n");
  if (
    SOURCE.test(path) &&
    lines.length - 1 > MOST_LINES &&
    !/\blong\b/i.test(lines.slice(0, 12).join("\n"))
  ) {
    found.push(`${path}: ${lines.length - 1} lines; split it, or say in its first lines why it is long`);
  }
  if (path !== SELF) {
    const at = lines.findIndex((line) => MACHINE.some((pattern) => pattern.test(line)));
    if (at >= 0) found.push(`${path}:${at + 1}: a path or an address of one machine`);
  }
  return found;
}

/**
 * A kernel's test has the kernel's stem, or that of its concept: heatmap_test covers heatmap_lines.
 * @param {readonly string[]} files
 */
export function untestedKernels(files) {
  const tested = files
    .filter((path) => /^tests\/kernels\/.*_test\.cpp$/.test(path))
    .map((path) => basename(path, "_test.cpp"));
  return files
    .filter((path) => /^src\/kernels\/.*\.cpp$/.test(path))
    .filter((path) => {
      const stem = basename(path, ".cpp");
      return !tested.some((name) => stem === name || stem.startsWith(`${name}_`));
    })
    .map((path) => `${path}: no ${path.replace("src", "tests").replace(".cpp", "_test.cpp")}`);
}

/** @returns {Promise<string[]>} the complaints */
export async function checkStyle() {
  const files = await trackedFiles();
  return [
    ...files.flatMap((path) => complaintsAbout(path, readFileSync(join(ROOT, path)))),
    ...untestedKernels(files),
  ];
}
