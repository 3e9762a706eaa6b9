/** The sources as the compiler reads them: what they export, and the comments above it. */
import { join } from "node:path";
import ts from "typescript";
import { ROOT } from "../process.mjs";

/**
 * @typedef {object} Comment
 * @property {string} text
 * @property {Tag[]} params
 * @property {string} returns
 * @property {string} throws
 * @property {string[]} examples
 *
 * @typedef {{ name: string, text: string }} Tag of a name and what is said of it
 *
 * @typedef {object} Sources
 * @property {ts.TypeChecker} checker
 * @property {(file: string) => ts.Symbol[]} exportsOf what a file exports
 * @property {(symbol: ts.Symbol) => Comment} commentOf
 * @property {(symbol: ts.Symbol, tag: string) => Tag[]} tagsOf tags of the form `@tag name - text`
 */

/**
 * @param {readonly string[]} files from the repository's top
 * @returns {Sources}
 */
export function openSources(files) {
  const { config } = ts.readConfigFile(join(ROOT, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, ROOT);
  const paths = files.map((file) => join(ROOT, file));
  const program = ts.createProgram(paths, { ...options, types: [] });
  const checker = program.getTypeChecker();
  return {
    checker,
    exportsOf(file) {
      const source = program.getSourceFile(join(ROOT, file));
      const symbol = source && checker.getSymbolAtLocation(source);
      return symbol === undefined ? [] : checker.getExportsOfModule(symbol);
    },
    commentOf: (symbol) => commentOf(checker, followed(checker, symbol)),
    tagsOf: (symbol, tag) => textsOf(checker, symbol, tag).map(namedTag),
  };
}

/**
 * The symbol that a name stands for, where it comes from another file.
 * @param {ts.TypeChecker} checker @param {ts.Symbol} symbol
 */
export const followed = (checker, symbol) =>
  symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;

/** @param {ts.Symbol} symbol */
export const isOurs = ({ declarations = [] }) =>
  declarations.some((node) => !node.getSourceFile().fileName.includes("/node_modules/"));

/**
 * @param {ts.TypeChecker} checker @param {ts.Symbol} symbol
 * @returns {Comment}
 */
function commentOf(checker, symbol) {
  return {
    text: ts.displayPartsToString(symbol.getDocumentationComment(checker)),
    params: textsOf(checker, symbol, "param").map(namedTag),
    returns: textsOf(checker, symbol, "returns").join(" "),
    throws: textsOf(checker, symbol, "throws").join(" "),
    examples: textsOf(checker, symbol, "example"),
  };
}

/** @param {ts.TypeChecker} checker @param {ts.Symbol} symbol @param {string} tag */
const textsOf = (checker, symbol, tag) =>
  symbol
    .getJsDocTags(checker)
    .filter(({ name }) => name === tag)
    .map(({ text }) => ts.displayPartsToString(text).trim());

/** @param {string} text @returns {Tag} */
function namedTag(text) {
  const [, name = "", rest = ""] = /^(\S+)\s*(?:- )?([\s\S]*)$/.exec(text) ?? [];
  return { name, text: rest };
}
