/** The fields of specs: their ranges from the package's rules, and the comments above them. */
import { join } from "node:path";
import { Application, Comment, Converter, Logger, LogLevel, ReflectionKind, TypeScript as ts } from "typedoc";
import { limitText } from "../../../../tools/build/limit-text.mjs";
import { ROOT } from "../../../../tools/process.mjs";

// Reads the entries of the package with TypeDoc: their exports, signatures and comments.

/**
 * @typedef {import("typedoc").Context} Context
 * @typedef {import("typedoc").TypeScript.Symbol} Symbol
 *
 * @typedef {object} Description the parts of a comment
 * @property {string} text
 * @property {string} returns
 * @property {string} throws
 * @property {string[]} examples
 */

/** Keeps warnings and errors. */
class Complaints extends Logger {
  /** @type {string[]} */
  lines = [];

  /** @param {string} message @param {LogLevel} level @override */
  log(message, level) {
    if (level >= LogLevel.Warn) this.lines.push(message);
  }
}

/**
 * @template T
 * @param {readonly string[]} entries from the repository's top
 * @param {(context: Context) => T} read called while TypeDoc still has the types
 * @returns {Promise<{ result: T, complaints: string[] }>} complaints name broken links
 */
export async function readWithTypeDoc(entries, read) {
  const logger = new Complaints();
  const app = await Application.bootstrap({
    entryPoints: entries.map((file) => join(ROOT, file)),
    tsconfig: join(ROOT, "tsconfig.json"),
    basePath: ROOT, // by default the folder above all files, which is higher if node_modules is a link
    disableGit: true, // so that a clone without a remote works as well
    sourceLinkTemplate: "{path}", // required without Git; nothing shows these links
    sort: [],
    skipErrorChecking: true, // another check does
    validation: { invalidLink: true, notExported: false, notDocumented: false },
  });
  app.logger = logger;
  /** @type {T | undefined} */
  let result;
  app.converter.on(Converter.EVENT_END, (context) => {
    const [program] = context.programs;
    context.setActiveProgram(program);
    result = read(context);
  });
  const project = await app.convert();
  if (project === undefined || result === undefined) throw new Error(logger.lines.join("\n"));
  app.validate(project);
  return { result, complaints: logger.lines };
}

/** @param {Comment | undefined} comment @returns {Description} */
export function described(comment) {
  /** @param {`@${string}`} tag */
  const tags = (tag) => (comment?.blockTags ?? []).filter((block) => block.tag === tag);
  const texts = (/** @type {`@${string}`} */ tag) => tags(tag).map(({ content }) => textOf(content));
  return {
    text: textOf(comment?.summary ?? []),
    returns: texts("@returns").join(" "),
    throws: texts("@throws").join(" "),
    examples: texts("@example").map((text) => text.replace(/^```\w*\n|\n```$/g, "")),
  };
}

/** @param {import("typedoc").CommentDisplayPart[]} parts */
const textOf = (parts) =>
  parts
    .map((part) => (part.kind === "inline-tag" ? `{${part.tag} ${part.text}}` : part.text))
    .join("")
    .trimEnd();

/**
 * The comment of a property or a constant.
 * @param {Context} context
 * @param {Symbol | undefined} symbol
 */
export const commentOf = (context, symbol) =>
  described(
    symbol &&
      (context.getComment(symbol, ReflectionKind.Property) ??
        context.getComment(context.resolveAliasedSymbol(symbol), ReflectionKind.Variable)),
  );

/**
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
