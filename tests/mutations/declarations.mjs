/** Finds lines of TypeScript by the name of their function, class or constant, so that a list of lines survives a move. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { ROOT } from "../../tools/process.mjs";

const FOLDERS = ["src/api", "src/models", "src/entries", "src/terminal", "web"];

/** @type {Map<string, string> | undefined} */
let sources;

function textsByFile() {
  sources ??= new Map(
    FOLDERS.flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
        .filter((path) => path.endsWith(".ts"))
        .map((path) => [`${folder}/${path}`, readFileSync(join(ROOT, folder, path), "utf8")]),
    ),
  );
  return sources;
}

/**
 * Every place of a text in a declaration of a name.
 * @param {string} name @param {string} text
 * @returns {{ file: string, start: number }[]}
 */
export function placesOf(name, text) {
  const found = [];
  for (const [file, source] of textsByFile()) {
    if (!source.includes(text) || !source.includes(name)) continue;
    const starts = new Set();
    for (const [from, to] of declarationsIn(file, source, name))
      for (let at = source.indexOf(text, from); at >= 0 && at < to; at = source.indexOf(text, at + 1))
        starts.add(at);
    found.push(...[...starts].map((start) => ({ file, start })));
  }
  return found;
}

/** @param {string} file @param {string} source @param {string} name @returns {[from: number, to: number][]} */
function declarationsIn(file, source, name) {
  /** @type {[number, number][]} */
  const found = [];
  /** @param {ts.Node} node */
  const visit = (node) => {
    const named = /** @type {{ name?: ts.Node }} */ (/** @type {unknown} */ (node)).name;
    if (named !== undefined && isDeclaration(node) && named.getText(tree).replace("#", "") === name)
      found.push([node.pos, node.end]);
    ts.forEachChild(node, visit);
  };
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest);
  visit(tree);
  return found;
}

/** @param {ts.Node} node */
const isDeclaration = (node) =>
  ts.isFunctionLike(node) ||
  ts.isVariableDeclaration(node) ||
  ts.isClassDeclaration(node) ||
  ts.isPropertyAssignment(node) ||
  ts.isPropertyDeclaration(node);
