/**
 * Regular expressions whose time grows faster than their text: a file, a link or a field could make them run for minutes. All
 * that ship are analysed, and their steps on repeated letters are counted; one that is super-linear must be in the list below, with
 * the limit that guards it.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { analyse } from "scslre";
import ts from "typescript";
import { ROOT } from "../process.mjs";
import { slowText } from "./regex-steps.mjs";
import { trackedFiles } from "./tracked.mjs";

/** Super-linear ones by file and text, and why their text is short. @type {Record<string, string>} */
export const GUARDED = {
  "web/plot/numbers.ts /\\B(?=(\\d{3})+$)/g": "the digits of a number, at most 22",
};

/** Made while the program runs, so that they cannot be analysed here, and what they are made of. @type {Record<string, string>} */
const MADE = {
  "web/methods/code.ts": "the three names of Python's modules",
};

const SHIPS = /^(src|web)\/.*\.(ts|js|mjs)$/;
/** Programs of the build read only what is in the repository. */
const BUILDS = /^web\/site\/build\//;

/**
 * The complaints about one file.
 * @param {string} path
 * @param {string} text
 * @returns {string[]}
 */
export function slowIn(path, text) {
  /** @type {string[]} */
  const found = [];
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isRegularExpressionLiteral(node) && !(`${path} ${node.text}` in GUARDED) && isSlow(node.text)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      found.push(
        `${path}:${line + 1}: ${node.text} takes more than linear time: rewrite it, or limit its text and list it in tools/checks/regexes.mjs`,
      );
    }
    if (isMade(node) && !(path in MADE))
      found.push(`${path}: a RegExp that is made from text cannot be analysed`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Whether a regular expression is made from text: by its constructor, or by a method that takes any value. @param {ts.Node} node */
function isMade(node) {
  if (!ts.isNewExpression(node) && !ts.isCallExpression(node)) return false;
  if (/(^|\.)RegExp$/.test(node.expression.getText())) return true;
  const [first] = node.arguments ?? [];
  const takesText = /\.(match|matchAll|search)$/.test(node.expression.getText());
  return takesText && first !== undefined && !ts.isRegularExpressionLiteral(first) && !ts.isIdentifier(first);
}

/**
 * A search tries each place of the text, which is a loop before the expression: written out, the analysis sees that a place may
 * be tried again and again.
 *
 * @param {string} literal
 */
function isSlow(literal) {
  const end = literal.lastIndexOf("/");
  const [source, flags] = [literal.slice(1, end), literal.slice(end + 1)];
  const isSearch = !flags.includes("y") && !(source.startsWith("^") && !flags.includes("m"));
  const searched = { source: `^[^]*(?:${source})`, flags: flags.replace(/[gmy]/g, "") };
  const isFound = [{ source, flags }, ...(isSearch ? [searched] : [])].some(
    (regex) => analyse(regex).reports.length > 0,
  );
  return isFound || slowText(literal) !== undefined;
}

/** @returns {Promise<string[]>} the complaints */
export async function checkRegexes() {
  const paths = (await trackedFiles()).filter((path) => SHIPS.test(path) && !BUILDS.test(path));
  const texts = new Map(paths.map((path) => [path, readFileSync(join(ROOT, path), "utf8")]));
  const stale = Object.keys(GUARDED)
    .filter((key) => !texts.get(key.slice(0, key.indexOf(" ")))?.includes(key.slice(key.indexOf(" ") + 1)))
    .map((key) => `tools/checks/regexes.mjs: ${key} is not there any more`);
  return [...[...texts].flatMap(([path, text]) => slowIn(path, text)), ...stale];
}
