import { javascriptLanguage } from "@codemirror/lang-javascript";

/**
 * The code with the value of its last line shown, if that is an expression. Lines keep their numbers, which errors name.
 * Code that cannot be read is returned as it is: the engine says better what is wrong.
 */
export function showingLast(code: string): string {
  const tree = javascriptLanguage.parser.parse(code);
  let isBroken = false;
  tree.iterate({
    enter: ({ type }) => {
      isBroken ||= type.isError;
    },
  });
  let last = tree.topNode.lastChild;
  while (last && /Comment$/.test(last.name)) last = last.prevSibling;
  const value = last?.name === "ExpressionStatement" ? last.firstChild : null;
  if (isBroken || !value) return code;
  const expression = code.slice(value.from, value.to);
  return `${code.slice(0, value.from)}showLast((${expression}))${code.slice(value.to)}`;
}
