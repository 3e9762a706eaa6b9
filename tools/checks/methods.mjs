/** Only a method's own file compares with its name, or with that of its scaling type, so that a new method is a new row. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import ts from "typescript";
import { ROOT } from "../process.mjs";
import { trackedFiles } from "./tracked.mjs";

/**
 * Folders, and their files that belong to methods.
 * @type {Record<string, RegExp>}
 */
const FOLDERS = {
  "src/api/": /^src\/api\/((additive|rotary|bias|presets)\/|(methods|presets)\.ts)/,
  "web/": /^web\/(methods|site\/build)\//,
};

/** Variables that hold such a name; other variables may hold `"none"` too. */
const HOLDER = /(method|type|kind|name|encoding|scaling|schedule|rule|way)$/i;

/**
 * @param {string} path
 * @param {string} text
 * @param {ReadonlySet<string>} names of methods and scaling types
 * @returns {string[]} one line for each comparison with a name
 */
export function questions(path, text, names) {
  const folder = Object.keys(FOLDERS).find((start) => path.startsWith(start));
  if (folder === undefined || FOLDERS[folder]?.test(path)) return [];
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  /** @type {string[]} */
  const found = [];
  /** @param {ts.Node} node */
  const visit = (node) => {
    const [holder, name] = comparison(node);
    if (
      holder &&
      name &&
      HOLDER.test(holder.getText()) &&
      ts.isStringLiteralLike(name) &&
      names.has(name.text)
    ) {
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      found.push(
        `${path}:${line}: "${name.text}" is asked for by name; put the difference into the method's own row`,
      );
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** @param {ts.Node} node @returns {[holder?: ts.Node, name?: ts.Node]} the two sides of a comparison */
function comparison(node) {
  if (ts.isCaseClause(node)) return [node.parent.parent.expression, node.expression];
  if (!ts.isBinaryExpression(node)) return [];
  const { left, right, operatorToken } = node;
  if (!/^[!=]==?$/.test(operatorToken.getText())) return [];
  return ts.isStringLiteralLike(left) ? [right, left] : [left, right];
}

/** @returns {Promise<string[]>} the complaints; the package must have been built */
export async function checkMethods() {
  const { methods } = await import(pathToFileURL(join(ROOT, "dist/spec.js")).href);
  const names = new Set([...Object.keys(methods), ...Object.keys(methods.rope.fields.scaling.of)]);
  const files = (await trackedFiles()).filter((path) => /\.m?[jt]s$/.test(path));
  return files.flatMap((path) => questions(path, readFileSync(join(ROOT, path), "utf8"), names));
}
