/** Reads the entries of the package with TypeDoc: their exports, signatures and comments. */
import { join } from "node:path";
import { Application, Comment, Converter, Logger, LogLevel, ReflectionKind } from "typedoc";
import { ROOT } from "../../../../tools/process.mjs";

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
