/** The figures' classes as their sources describe them: comments, types of properties, and methods. */
import ts from "typescript";
import { Failure } from "../../process.mjs";
import { followed, isOurs, openSources } from "../sources.mjs";

const FORMAT = ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.InTypeAlias;

/**
 * @typedef {import("../sources.mjs").Tag} Tag
 * @typedef {{ name: string, kind: "field" | "method", type: string, readonly: boolean, text: string }} Member
 *
 * @typedef {object} Class
 * @property {string} name
 * @property {string} text
 * @property {string[]} examples
 * @property {ReadonlyMap<string, string>} attributes what is said of each, by its class or one above
 * @property {ReadonlyMap<string, string>} events
 * @property {ReadonlyMap<string, string>} parts
 * @property {ReadonlyMap<string, string>} variables
 * @property {string} slot
 * @property {Member[]} members that pages may use, those of Lit and of the browser aside
 */

/**
 * @param {readonly string[]} files each with the class of a figure, from the repository's top
 * @returns {Class[]} in the same order
 */
export function readClasses(files) {
  const sources = openSources(files);
  return files.map((file) => {
    const symbol = sources.exportsOf(file).find(({ name }) => name.endsWith("Element"));
    if (symbol === undefined) throw new Failure(`${file} exports no class whose name ends with Element`);
    return classOf(sources, followed(sources.checker, symbol));
  });
}

/**
 * @param {import("../sources.mjs").Sources} sources
 * @param {ts.Symbol} symbol
 * @returns {Class}
 */
function classOf(sources, symbol) {
  const { checker, commentOf, tagsOf } = sources;
  const chain = chainOf(checker, symbol);
  /** @param {string} tag */
  const said = (tag) =>
    new Map(chain.flatMap((above) => tagsOf(above, tag)).map(({ name, text }) => [name, oneLine(text)]));
  const { text, examples } = commentOf(symbol);
  const members = checker
    .getDeclaredTypeOfSymbol(symbol)
    .getProperties()
    .filter((property) => isOurs(property) && isPublic(property))
    .map((property) => memberOf(sources, property));
  return {
    name: symbol.name,
    text,
    examples,
    attributes: said("attr"),
    events: said("fires"),
    parts: said("csspart"),
    variables: said("cssprop"),
    slot: said("slot").get("-") ?? "",
    members,
  };
}

/** @param {string} text */
const oneLine = (text) => text.replaceAll(/\s+/g, " ");

/**
 * A class and those above it that are ours, the highest first.
 * @param {ts.TypeChecker} checker @param {ts.Symbol} symbol
 * @returns {ts.Symbol[]}
 */
function chainOf(checker, symbol) {
  const type = /** @type {ts.InterfaceType} */ (checker.getDeclaredTypeOfSymbol(symbol));
  const above = checker.getBaseTypes(type)[0]?.getSymbol();
  return above !== undefined && isOurs(above) ? [...chainOf(checker, above), symbol] : [symbol];
}

/** What other files of ours override or call from outside is no promise to pages. */
const HIDDEN = ts.ModifierFlags.Protected | ts.ModifierFlags.Private | ts.ModifierFlags.Override;

/** @param {ts.Symbol} property */
const isPublic = ({ name, valueDeclaration }) =>
  valueDeclaration !== undefined &&
  !name.startsWith("#") &&
  (ts.getCombinedModifierFlags(valueDeclaration) & HIDDEN) === 0;

/**
 * @param {import("../sources.mjs").Sources} sources
 * @param {ts.Symbol} property
 * @returns {Member}
 */
function memberOf({ checker, commentOf }, property) {
  const type = checker.getTypeOfSymbol(property);
  const isMethod = (property.flags & ts.SymbolFlags.Method) !== 0;
  return {
    name: property.name,
    kind: isMethod ? "method" : "field",
    type: checker.typeToString(type, undefined, FORMAT).replace(/ \| undefined$/, ""),
    readonly: (property.flags & ts.SymbolFlags.Accessor) === ts.SymbolFlags.GetAccessor,
    text: oneLine(commentOf(property).text.replaceAll(/\{@link (\w+)\s*\}/g, "`$1`")),
  };
}
