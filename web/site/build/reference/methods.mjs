/** The fields of specs: their ranges from the package's rules, and the comments above them. */
import { TypeScript as ts } from "typedoc";
import { limitText } from "../../../../tools/build/limit-text.mjs";
import { commentOf } from "./typedoc.mjs";

/**
 * @typedef {import("typedoc").Context} Context
 * @typedef {import("./typedoc.mjs").Description} Description
 * @typedef {{ name: string, comment: Description, fields: Field[] }} Row a method, or a type of a nested object
 * @typedef {{ name: string, range: string, otherwise: string, comment: Description, types: Row[] }} Field
 * @typedef {import("../../../../src/api/spec/rules.ts").Field} Rule
 * @typedef {import("../../../../src/api/spec/rules.ts").Fields} Rules
 */

/**
 * @param {Context} context
 * @param {ts.Symbol | undefined} methods the export of that name
 * @param {Record<string, { fields: Rules }>} rules its value
 * @returns {Row[]}
 */
export function readMethods(context, methods, rules) {
  return Object.entries(rules).map(([name, { fields }]) => {
    const method = memberOf(context, methods, name);
    return rowOf(context, name, method, memberOf(context, method, "fields"), fields);
  });
}

/**
 * @param {Context} context
 * @param {string} name
 * @param {ts.Symbol | undefined} symbol
 * @param {ts.Symbol | undefined} fields
 * @param {Rules} rules of the fields
 * @returns {Row}
 */
function rowOf(context, name, symbol, fields, rules) {
  return {
    name,
    comment: saidOf(context, symbol),
    fields: Object.entries(rules).map(([field, rule]) => {
      const member = memberOf(context, fields, field);
      const of = memberOf(context, member, "of");
      return {
        name: field,
        range: rangeOf(rule),
        otherwise: otherwiseOf(rule),
        comment: saidOf(context, member),
        types: Object.entries("of" in rule ? rule.of : {}).map(([type, inner]) => {
          const inside = memberOf(context, of, type);
          return rowOf(context, type, inside, inside, inner);
        }),
      };
    }),
  };
}

/** @param {Context} context @param {ts.Symbol | undefined} symbol @param {string} name */
const memberOf = ({ checker }, symbol, name) => symbol && checker.getTypeOfSymbol(symbol).getProperty(name);

/**
 * The comment of a member; if there is none, that of the constant in its place.
 * @param {Context} context
 * @param {ts.Symbol | undefined} member
 * @returns {Description}
 */
function saidOf(context, member) {
  const own = commentOf(context, member);
  const constant = own.text === "" ? constantOf(context.checker, member?.valueDeclaration) : undefined;
  return constant === undefined ? own : commentOf(context, constant);
}

/** @param {ts.TypeChecker} checker @param {ts.Declaration | undefined} node */
function constantOf(checker, node) {
  if (node === undefined) return undefined;
  if (ts.isPropertySignature(node))
    return node.type && ts.isTypeQueryNode(node.type)
      ? checker.getSymbolAtLocation(node.type.exprName)
      : undefined;
  if (ts.isShorthandPropertyAssignment(node)) return checker.getShorthandAssignmentValueSymbol(node);
  if (!ts.isPropertyAssignment(node)) return undefined;
  const { initializer } = node;
  const spread =
    ts.isObjectLiteralExpression(initializer) && initializer.properties.find(ts.isSpreadAssignment);
  return checker.getSymbolAtLocation(spread ? spread.expression : initializer);
}

/**
 * In the words of a comment.
 * @param {Rule} rule
 */
function rangeOf(rule) {
  switch (rule.kind) {
    case "number":
      return [rule.expected ?? numbers(rule), ...(rule.or ? [words(rule.or)] : [])].join(", or ");
    case "word":
      return words(rule.words);
    case "flag":
      return "true or false";
    case "list": {
      const { least, most, each } = rule;
      return `${least === most ? least : `${least} to ${most}`} numbers, each ${numbers(each)}`;
    }
    case "choice":
      return `an object whose \`type\` is ${words(Object.keys(rule.of))}`;
  }
}

/** @param {readonly string[]} list */
const words = (list) =>
  list
    .map((word) => `\`"${word}"\``)
    .join(", ")
    .replace(/, (?=[^,]*$)/, " or ");

/** @param {import("../../../../src/api/arguments/check.ts").NumberRule} rule */
function numbers({ from, to, integer, even }) {
  const kind = even ? "an even integer" : integer ? "an integer" : "a number";
  return `${kind} from ${limitText(from)} to ${limitText(to)}`;
}

/** @param {Rule} rule */
function otherwiseOf(rule) {
  if (rule.kind === "choice") return `default \`{ type: ${JSON.stringify(rule.default)} }\``;
  if (rule.default !== undefined) return `default \`${JSON.stringify(rule.default)}\``;
  if ("sameAs" in rule) return `default: \`${rule.sameAs}\``;
  return "optional" in rule ? "optional" : "required";
}
