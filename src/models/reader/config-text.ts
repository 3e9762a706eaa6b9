/** The object that a caller's config stands for. */
import { kindOf, show, wrongType } from "../../api/arguments/check.ts";
import { rangeError, typeError } from "../../api/arguments/errors.ts";

/** Longest text that is parsed; config files with long lists of labels have some 100 kB. */
const mostCharacters = 2 ** 22;

/** The object that the caller's config stands for. */
export function fileOf(config: unknown): object {
  if (typeof config !== "string") return objectOf(config, config);
  if (config.length > mostCharacters) {
    const text = `config must have at most ${mostCharacters} characters; got ${config.length}`;
    throw rangeError(text, { code: "length", param: "config", value: config.length });
  }
  return objectOf(parse(config), config);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return parsePlain(withWords(text), text);
  }
}

function parsePlain(plain: string, text: string): unknown {
  try {
    return JSON.parse(plain);
  } catch (cause) {
    const sentence = `config must be the text of a config.json, or the object that it stands for; got ${show(text)}, which is not JSON: ${fixOf(text, cause as Error)}`;
    throw typeError(sentence, { code: "type", param: "config", value: text, cause });
  }
}

/**
 * Published files contain Python's words for numbers that JSON does not have. As words they are refused where a number is
 * read. Some begin with a byte order mark. A string without an end goes to the end of the text, so that nothing is read twice.
 */
const withWords = (text: string): string =>
  text
    .replace(/^\uFEFF/, "")
    .replace(/"(?:[^"\\]|\\.)*(?:"|\\?$)|-?\bInfinity\b|\bNaN\b/gs, (word) =>
      word.startsWith('"') ? word : `"${word}"`,
    );

/** Advice for a text that is not JSON. */
function fixOf(text: string, { message }: Error): string {
  if (/^[^{\n]+$/.test(text.trim())) return "read the file first, if this is its name";
  return /(^|[{[,])[ \t]*(\/\/|\/\*)/m.test(text)
    ? `take its comments out, which JSON does not have (${message})`
    : message;
}

function objectOf(value: unknown, config: unknown): object {
  if (typeof value === "object" && value !== null && kindOf(value) !== "Array") return value;
  throw wrongType("config", "the text of a config.json, or the object that it stands for", config);
}
