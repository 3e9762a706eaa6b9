/** The fields of specs: what each may be, as the package's rules say, with the comments above them. */
import ts from "typescript";
import { followed } from "../sources.mjs";

/**
 * @typedef {import("../sources.mjs").Comment} Comment
 * @typedef {import("../sources.mjs").Sources} Sources
 * @typedef {{ name: string, comment: Comment, fields: Field[] }} Row a method, or a type of a nested object
 * @typedef {{ name: string, range: string, otherwise: string, comment: Comment, types: Row[] }} Field
 *
 * @typedef {{ from?: number, to?: number, integer?: boolean, even?: boolean }} Limits
 *
 * @typedef {Limits & OwnRule} Rule as in src/api/spec/rules.ts
 * @typedef {object} OwnRule
 * @property {"number" | "word" | "flag" | "list" | "choice"} kind
 * @property {unknown} [default]
 * @property {string} [sameAs]
 * @property {boolean} [optional]
 * @property {string} [expected]
 * @property {string[]} [or]
 * @property {string[]} [words]
 * @property {Limits} [each]
 * @property {number} [least]
 * @property {number} [most]
 * @property {Record<string, Record<string, Rule>>} [of]
 */

/**
 * @param {Sources} sources of posenc/spec
 * @param {ts.Symbol} methods the export of that name
 * @param {Record<string, { fields: Record<string, Rule> }>} rules its value
 * @returns {Row[]}
 */
export function readMethods(sources, methods, rules) {
  const { checker } = sources;
  return membersOf(checker, followed(checker, methods)).map((method) => {
    const fields = checker.getTypeOfSymbol(method).getProperty("fields");
    const rule = rules[method.name]?.fields ?? {};
    return {
      name: method.name,
      comment: commentOf(sources, method),
      fields: fields === undefined ? [] : fieldsOf(sources, fields, rule),
    };
  });
}

/**
 * @param {Sources} sources
 * @param {ts.Symbol} fields
 * @param {Record<string, Rule>} rules
 * @returns {Field[]}
 */
function fieldsOf(sources, fields, rules) {
  return membersOf(sources.checker, fields).map((field) => {
    const rule = rules[field.name];
    if (rule === undefined) throw new Error(`the field ${field.name} has no rule`);
    const comment = commentOf(sources, field);
    return {
      name: field.name,
      range: rangeOf(rule),
      otherwise: otherwiseOf(rule),
      comment,
      types: typesOf(sources, field, rule),
    };
  });
}

/**
 * @param {Sources} sources
 * @param {ts.Symbol} field
 * @param {Rule} rule
 * @returns {Row[]}
 */
function typesOf(sources, field, { of }) {
  const types = sources.checker.getTypeOfSymbol(field).getProperty("of");
  if (of === undefined || types === undefined) return [];
  return membersOf(sources.checker, types).map((type) => ({
    name: type.name,
    comment: commentOf(sources, type),
    fields: fieldsOf(sources, type, of[type.name] ?? {}),
  }));
}

/** @param {ts.TypeChecker} checker @param {ts.Symbol} symbol */
const membersOf = (checker, symbol) => checker.getTypeOfSymbol(symbol).getProperties();

/**
 * The comment of a member, or else of the constant that it is.
 * @param {Sources} sources
 * @param {ts.Symbol} member
 */
function commentOf({ checker, commentOf }, member) {
  const own = commentOf(member);
  const value = constantOf(checker, member);
  return own.text !== "" || value === undefined ? own : commentOf(value);
}

/** @param {ts.TypeChecker} checker @param {ts.Symbol} member */
function constantOf(checker, member) {
  const node = member.valueDeclaration;
  if (node === undefined) return undefined;
  if (ts.isShorthandPropertyAssignment(node)) return checker.getShorthandAssignmentValueSymbol(node);
  if (!ts.isPropertyAssignment(node)) return undefined;
  const { initializer } = node;
  const spread =
    ts.isObjectLiteralExpression(initializer) && initializer.properties.find(ts.isSpreadAssignment);
  return checker.getSymbolAtLocation(nameIn(spread ? spread.expression : initializer));
}

/** @param {ts.Expression} expression */
const nameIn = (expression) => (ts.isPropertyAccessExpression(expression) ? expression.name : expression);

/**
 * In the words of a comment.
 * @param {Rule} rule
 */
function rangeOf(rule) {
  switch (rule.kind) {
    case "number":
      return [rule.expected ?? numbers(rule), ...(rule.or ? [words(rule.or)] : [])].join(", or ");
    case "word":
      return words(rule.words ?? []);
    case "flag":
      return "true or false";
    case "list": {
      const { least, most, each = {} } = rule;
      return `${least === most ? least : `${least} to ${most}`} numbers, each ${numbers(each)}`;
    }
    case "choice":
      return `an object whose \`type\` is ${words(Object.keys(rule.of ?? {}))}`;
  }
}

/** @param {readonly string[]} list */
const words = (list) =>
  list
    .map((word) => `\`"${word}"\``)
    .join(", ")
    .replace(/, (?=[^,]*$)/, " or ");

/** @param {Limits} limits */
function numbers({ from = -Infinity, to = Infinity, integer, even }) {
  const kind = even ? "an even integer" : integer ? "an integer" : "a number";
  return `${kind} from ${numberText(from)} to ${numberText(to)}`;
}

/**
 * Large powers of two by their name.
 * @param {number} value
 */
function numberText(value) {
  const power = Math.log2(Math.abs(value));
  const text = Number.isInteger(power) && power > 16 ? `2^${power}` : String(Math.abs(value));
  return `${value < 0 ? "−" : ""}${text.replace("e+", "e").replace("e-", "e−")}`;
}

/** @param {Rule} rule */
function otherwiseOf(rule) {
  if (rule.kind === "choice") return `default \`{ type: ${JSON.stringify(rule.default)} }\``;
  if (rule.default !== undefined) return `default \`${JSON.stringify(rule.default)}\``;
  if (rule.sameAs !== undefined) return `default: \`${rule.sameAs}\``;
  return rule.optional ? "optional" : "required";
}
