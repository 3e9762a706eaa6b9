/** Programs for readers, in three languages, that make the numbers of a picture. */

export type Language = "numpy" | "pytorch" | "javascript";

export const LANGUAGES: Readonly<Record<Language, string>> = {
  numpy: "NumPy",
  pytorch: "PyTorch",
  javascript: "JavaScript",
};

/** A program in each language, ready to run. */
export type Code = Readonly<Record<Language, string>>;

/** The name of a Python library of arrays. */
export type ArrayLibrary = "np" | "torch";

/**
 * One program in each language.
 * @param python - uses only functions that both NumPy and PyTorch have, from a library with the name `xp`
 * @param javascript - uses the functions of the variable `pe`
 */
export function code(
  python: string | ((library: ArrayLibrary) => string),
  javascript: string,
  entry: "posenc" | "posenc/full" = "posenc/full",
): Code {
  const write = (library: ArrayLibrary) =>
    withImports(inLibrary(typeof python === "string" ? python : python(library), library));
  return {
    numpy: write("np"),
    pytorch: write("torch"),
    javascript: `import { load } from "${entry}";\n\nconst pe = await load();\n${javascript}`,
  };
}

/** Strings, also without an end, and comments, which may be a reader's words and in which no name is looked for; or the name `xp`. */
const TEXT_OR_LIBRARY = /"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|#.*|\bxp\b/g;

/** Python with the name of a library in the place of `xp`. */
export const inLibrary = (python: string, library: ArrayLibrary): string =>
  python.replaceAll(TEXT_OR_LIBRARY, (found) => (found === "xp" ? library : found));

const IMPORTS = { math: "import math", np: "import numpy as np", torch: "import torch" };

function withImports(python: string): string {
  const names = python.replaceAll(TEXT_OR_LIBRARY, "");
  const used = Object.entries(IMPORTS).filter(([name]) => new RegExp(`\\b${name}\\.`).test(names));
  return `${used.map(([, line]) => `${line}\n`).join("")}\n${python}`;
}

export const float = (value: number): string => (Number.isInteger(value) ? `${value}.0` : String(value));

/** Numbers as a Python array of doubles. */
export const doubles = (values: Iterable<number>): string =>
  `xp.asarray([${[...values].join(", ")}], dtype=xp.float64)`;

/** Lines of Python inside a function or a loop. */
export const indented = (python: string): string => python.replace(/^(?=.)/gm, "    ");

/** A value as JavaScript: a number, a string, a list, a Float32Array or an object of such values. */
export function literal(value: unknown): string {
  if (value instanceof Float32Array) return `Float32Array.of(${value.join(", ")})`;
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return `{ ${fields.map(([name, field]) => `${name}: ${literal(field)}`).join(", ")} }`;
}
