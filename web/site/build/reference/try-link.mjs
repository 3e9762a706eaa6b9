/** Links that open an example in the playground. */
import { deflateRawSync } from "node:zlib";

/** A line that is a value, with the result that its comment says. */
const VALUE = /^(?!const |let |import |for |if |await |\/\/|[\s})\]])(.+); \/\/ (.*)$/gm;

/**
 * The example as a program: what it takes is imported, and what its comments say is shown.
 * @param {string} code
 * @param {readonly string[]} exported names of functions and values
 */
export function programOf(code, exported) {
  const used = exported.filter((name) => new RegExp(`(?<![.\\w])${name}\\b`).test(code));
  const needsPe = /\bpe\./.test(code) && !/\bconst pe\b/.test(code);
  const names = [...new Set([...(needsPe ? ["load"] : []), ...used])];
  const before =
    /^import /m.test(code) || names.length === 0
      ? ""
      : `import { ${names.join(", ")} } from "posenc/full";\n\n`;
  return `${before}${needsPe ? "const pe = await load();\n" : ""}${code.replaceAll(VALUE, "show($1); // $2")}\n`;
}

/** @param {string} program */
export const tryLink = (program) =>
  `<p class="try"><a href="../playground/#code=${deflateRawSync(program).toString("base64url")}">Try it in the playground</a></p>`;
