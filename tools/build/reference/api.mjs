/** What the package exports to programs: names, signatures and comments, read from the sources of its entries. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import ts from "typescript";
import { ROOT } from "../../process.mjs";
import { followed, isOurs, openSources } from "../sources.mjs";
import { readMethods } from "./methods.mjs";

/** The entries by their public names. */
const ENTRIES = {
  posenc: "src/api/index.ts",
  "posenc/full": "src/api/full.ts",
  "posenc/spec": "src/api/spec-exports.ts",
};

/**
 * @typedef {import("../sources.mjs").Comment} Comment
 * @typedef {import("../sources.mjs").Sources} Sources
 * @typedef {{ name: string, type: string, optional: boolean, comment: Comment }} Member
 *
 * @typedef {object} Named
 * @property {string} name
 * @property {"method" | "function" | "value" | "type"} kind a method is a function of what `load` gives
 * @property {string[]} code signatures of a function, or the definition of a type
 * @property {{ name: string, members: Member[] }[]} params of a function, with the members of objects
 * @property {Comment} comment
 * @property {Member[]} members of an object type
 */

const FORMAT = ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope;
/** Files of fields that are listed with the methods, and not again with each type that has them. */
const FIELDS = "/src/api/spec/";

/**
 * The package must have been built: the rules of fields are its values.
 * @returns {Promise<{ entries: [entry: string, names: Named[]][], methods: import("./methods.mjs").Row[] }>}
 */
export async function readApi() {
  const sources = openSources(Object.values(ENTRIES));
  const { methods: rules } = await import(pathToFileURL(join(ROOT, "dist/spec.js")).href);
  const methods = sources.exportsOf(ENTRIES["posenc/spec"]).find(({ name }) => name === "methods");
  return {
    entries: Object.entries(ENTRIES).map(([entry, file]) => {
      const loaded = loadedType(sources, file);
      return [entry, sources.exportsOf(file).flatMap((symbol) => namedIn(sources, symbol, loaded))];
    }),
    methods: methods === undefined ? [] : readMethods(sources, methods, rules),
  };
}

/**
 * The interface whose functions `load` gives, where an entry has it.
 * @param {Sources} sources
 * @param {string} file
 */
function loadedType({ checker, exportsOf }, file) {
  const load = exportsOf(file).find(({ name }) => name === "load");
  const call = load && checker.getTypeOfSymbol(followed(checker, load)).getCallSignatures()[0];
  return call && checker.getAwaitedType(call.getReturnType());
}

/**
 * An export, and the functions of the interface that `load` gives.
 * @param {Sources} sources
 * @param {ts.Symbol} symbol
 * @param {ts.Type} [loaded]
 * @returns {Named[]}
 */
function namedIn(sources, symbol, loaded) {
  const { checker, commentOf } = sources;
  const target = followed(checker, symbol);
  const known = { name: symbol.name, comment: commentOf(symbol) };
  if (target.flags & ts.SymbolFlags.Value) {
    const kind = checker.getTypeOfSymbol(target).getCallSignatures().length > 0 ? "function" : "value";
    return [{ ...known, kind, ...callsOf(sources, target, symbol.name), members: [] }];
  }
  const type = checker.getDeclaredTypeOfSymbol(target);
  if (type !== loaded) {
    const code = definitionOf(target);
    return [{ ...known, kind: "type", code, params: [], members: membersOf(sources, type) }];
  }
  const methods = type.getProperties().map((property) => ({
    name: property.name,
    kind: /** @type {const} */ ("method"),

    ...callsOf(sources, property, property.name),
    comment: commentOf(property),
    members: [],
  }));
  return [{ ...known, kind: "type", code: [], params: [], members: [] }, ...methods];
}

/**
 * The signatures of a function, and the names in them.
 * @param {Sources} sources
 * @param {ts.Symbol} symbol
 * @param {string} name
 */
function callsOf(sources, symbol, name) {
  const { checker } = sources;
  const calls = checker.getTypeOfSymbol(symbol).getCallSignatures();
  const params = new Map();
  for (const parameter of calls.flatMap((call) => call.getParameters())) {
    const type = checker.getNonNullableType(checker.getTypeOfSymbol(parameter));
    params.set(parameter.name, { name: parameter.name, members: membersOf(sources, type) });
  }
  return {
    code: calls.map(
      (call) => `${name}${withoutUndefined(checker.signatureToString(call, undefined, FORMAT))}`,
    ),
    params: [...params.values()],
  };
}

/** `undefined` of what may be left out says no more. */
const withoutUndefined = (/** @type {string} */ text) =>
  text.replaceAll(/\?: \((.+?)\) \| undefined/g, "?: $1").replaceAll(/(\?: [^;,()]+?) \| undefined/g, "$1");

/**
 * An alias's text in its source. Members that it writes out are listed below it with their comments.
 * @param {ts.Symbol} symbol
 */
function definitionOf(symbol) {
  const type = symbol.declarations?.find(ts.isTypeAliasDeclaration)?.type;
  if (type === undefined) return [];
  const literals = ts.isIntersectionTypeNode(type) ? type.types.filter(ts.isTypeLiteralNode) : [];
  return [literals.reduce((text, literal) => text.replace(literal.getText(), "{ … }"), type.getText())];
}

/**
 * @param {Sources} sources
 * @param {ts.Type} type
 * @returns {Member[]}
 */
function membersOf({ checker, commentOf }, type) {
  if (checker.isArrayType(type) || checker.isTupleType(type)) return [];
  const isListed = (/** @type {ts.Symbol} */ property) =>
    isOurs(property) && !property.declarations?.[0]?.getSourceFile().fileName.includes(FIELDS);
  return checker
    .getPropertiesOfType(type)
    .filter(isListed)
    .map((property) => ({
      name: property.name,
      type: writtenType(checker, property),
      optional: (property.flags & ts.SymbolFlags.Optional) !== 0,
      comment: commentOf(property),
    }));
}

/** @param {ts.TypeChecker} checker @param {ts.Symbol} property */
function writtenType(checker, property) {
  const [node] = property.declarations ?? [];
  const written = node && ts.isPropertySignature(node) ? (node.type?.getText() ?? "") : "typeof";
  // What is typed by a constant beside it says nothing to readers.
  const text = written.includes("typeof")
    ? checker.typeToString(checker.getTypeOfSymbol(property), undefined, FORMAT)
    : written;
  return text.replace(/ \| undefined$/, "");
}
