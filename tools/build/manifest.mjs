/** The custom-elements manifest: for editors and for the reference of the figures, which names are there. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Failure, ROOT } from "../process.mjs";

/**
 * Writes custom-elements.json from the classes as they are when registered, and from the comments above them.
 * @param {string} folder of the package, with its JavaScript in it
 */
export async function writeManifest(folder) {
  const declarations = (await registered(join(folder, "define.js"))).map(declarationOf);
  const exports = declarations.map(({ name }) => ({
    kind: "js",
    name,
    declaration: { name, module: "dist/elements.js" },
  }));
  const definitions = declarations.map(({ name, tagName }) => ({
    kind: "custom-element-definition",
    name: tagName,
    declaration: { name, module: "dist/elements.js" },
  }));
  const modules = [
    { kind: "javascript-module", path: "dist/elements.js", declarations, exports },
    { kind: "javascript-module", path: "dist/define.js", declarations: [], exports: definitions },
  ];
  const manifest = { schemaVersion: "1.0.0", readme: "README.md", modules };
  writeFileSync(join(folder, "custom-elements.json"), `${JSON.stringify(manifest, undefined, 2)}\n`);
}

/**
 * @typedef {{ properties?: Record<string, { attribute?: string | boolean }> }} ElementClass
 * @typedef {{ tagName: string, element: ElementClass }} Registered
 */

/**
 * What a script registers, in Node, where there is nothing to register with.
 * @param {string} script
 * @returns {Promise<Registered[]>}
 */
async function registered(script) {
  /** @type {Registered[]} */
  const found = [];
  const registry = {
    get: () => undefined,
    define: (/** @type {string} */ tagName, /** @type {ElementClass} */ element) =>
      found.push({ tagName, element }),
  };
  Object.assign(globalThis, { customElements: registry });
  try {
    await import(pathToFileURL(script).href);
  } finally {
    Reflect.deleteProperty(globalThis, "customElements");
  }
  return found;
}

/** @param {Registered} registered */
function declarationOf({ tagName, element }) {
  const topic = tagName.replace("pe-", "");
  const source = join(ROOT, "web/elements", topic, `${topic}.ts`);
  if (!existsSync(source)) throw new Failure(`<${tagName}> is not in web/elements/${topic}/${topic}.ts`);
  const [, comment = "", name = ""] =
    /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\nexport class (\w+)/.exec(readFileSync(source, "utf8")) ?? [];
  const description = comment.replace(/^ *\*+ ?/gm, "").trim();
  const members = fieldsOf(element);
  const attributes = members.map(({ name: fieldName, attribute }) => ({ name: attribute, fieldName }));
  return { kind: "class", customElement: true, name, tagName, description, attributes, members };
}

/**
 * Properties with an attribute, those of the classes above first.
 * @param {ElementClass} element
 * @returns {{ kind: "field", name: string, attribute: string, reflects: true }[]}
 */
function fieldsOf(element) {
  const above = Object.getPrototypeOf(element);
  const inherited = above === null ? [] : fieldsOf(above);
  const own = Object.hasOwn(element, "properties") ? Object.entries(element.properties ?? {}) : [];
  const fields = own.flatMap(([name, { attribute = name.toLowerCase() }]) =>
    typeof attribute === "string"
      ? [{ kind: /** @type {const} */ ("field"), name, attribute, reflects: /** @type {const} */ (true) }]
      : [],
  );
  return [...inherited, ...fields];
}
