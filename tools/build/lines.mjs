/** Minified code in lines: Node prints the line of an error that nobody catches, and a whole file would be one line. */

/** A line ends at the first comma or semicolon after so many characters. */
const LONG = 600;

/** @param {string} code of a module @returns {Promise<string>} the same code: a line may end after these tokens anywhere */
export async function inLines(code) {
  const { parse } = await import("acorn"); // the set-up, which installs it, imports this file
  let lines = "";
  let start = 0;
  /** @param {import("acorn").Token} token */
  const onToken = ({ type, end }) => {
    if (end - start < LONG || (type.label !== "," && type.label !== ";")) return;
    lines += `${code.slice(start, end)}\n`;
    start = end;
  };
  parse(code, { ecmaVersion: "latest", sourceType: "module", onToken });
  return lines + code.slice(start);
}
