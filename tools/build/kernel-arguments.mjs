/** Finds fields that a call passes to a kernel as the wrong parameter: the compiler does not notice swapped doubles. */

/**
 * Splits at commas outside of brackets.
 * @param {string} text
 * @returns {string[]}
 */
function parts(text) {
  const found = [""];
  let depth = 0;
  for (const letter of text) {
    if ("([{<".includes(letter)) depth++;
    if (")]}>".includes(letter)) depth--;
    if (letter === "," && depth === 0) found.push("");
    else found[found.length - 1] += letter;
  }
  return found.map((part) => part.trim());
}

/** @param {string} text from a bracket on @returns {string} the text inside of it */
function inBrackets(text) {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === "(") depth++;
    if (text[i] === ")" && --depth === 0) return text.slice(1, i);
  }
  return "";
}

/**
 * @param {string} code the call of a kernel
 * @param {string} headers with the declarations of kernels
 * @returns {string[]} one sentence for each field at the place of another parameter, if the kernel has one of the field's name
 */
export function misplaced(code, headers) {
  const call = /^(?:return |\w+ = )?(\w+)(\(.*)$/s.exec(code);
  if (call === null) return [];
  const [, kernel = "", rest = ""] = call;
  const given = parts(inBrackets(rest));
  const declarations = [...headers.matchAll(new RegExp(`^[\\w:<> ]+ ${kernel}(?=\\()`, "gm"))].map(
    ({ index, 0: { length } }) => parts(inBrackets(headers.slice(index + length))),
  );
  const complaints = declarations
    .filter((parameters) => parameters.length === given.length)
    .map((parameters) => {
      const names = parameters.map((parameter) => /(\w+)$/.exec(parameter)?.[1] ?? "");
      const wrong = given.filter(
        (field, i) => names.includes(field) && names[i] !== field && given.indexOf(field) === i,
      );
      return wrong.map((field) => `${field} stands where ${kernel} takes ${names[given.indexOf(field)]}`);
    });
  return complaints.some((list) => list.length === 0) ? [] : (complaints[0] ?? []);
}
