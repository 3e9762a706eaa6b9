/** Leaves properties out of a bundle that nothing in it reads: tools read them from the sources. */

/** @typedef {import("typescript").Node} Node */
/** @typedef {import("typescript").ObjectLiteralElementLike} Property */

/**
 * @param {string} code TypeScript
 * @param {ReadonlySet<string>} names
 * @returns {Promise<string>} the code without the properties of these names in object literals
 */
export async function withoutProperties(code, names) {
  const { default: ts } = await import("typescript"); // the set-up, which installs it, imports this file
  const source = ts.createSourceFile("", code, ts.ScriptTarget.Latest, true);
  let kept = "";
  let from = 0;
  /** @param {Node} node */
  const visit = (node) => {
    if (ts.isObjectLiteralExpression(node)) node.properties.forEach(visitProperty);
    else ts.forEachChild(node, visit);
  };
  /** @param {Property} node @param {number} index @param {readonly Node[]} properties */
  const visitProperty = (node, index, properties) => {
    if (!ts.isPropertyAssignment(node) || !names.has(node.name.getText(source))) {
      ts.forEachChild(node, visit);
      return;
    }
    kept += code.slice(from, node.getStart(source));
    // With the comma after it.
    from = properties[index + 1]?.getStart(source) ?? node.parent.properties.end;
  };
  visit(source);
  return kept + code.slice(from);
}

/**
 * A plugin for Rolldown.
 * @param {RegExp} files
 * @param {readonly string[]} names of the properties that are left out of these files
 * @returns {import("rolldown").Plugin}
 */
export function without(files, names) {
  return {
    name: "without",
    transform: {
      filter: { id: files, code: new RegExp(`\\b(${names.join("|")})\\b`) },
      handler: (code) => withoutProperties(code, new Set(names)),
    },
  };
}
