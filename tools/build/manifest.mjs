/** The custom-elements manifest: for editors and for the reference of the figures, what each of them has. */
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Failure, ROOT } from "../process.mjs";
import { readClasses } from "./manifest/classes.mjs";
import { namesIn } from "./manifest/parts.mjs";
import { registeredBy } from "./manifest/registered.mjs";

/**
 * Writes custom-elements.json from the classes as they are when registered, from their sources, and from the comments in
 * these.
 * @param {string} folder of the package, with its JavaScript in it
 */
export async function writeManifest(folder) {
  const declarations = await declarationsOf(join(folder, "define.js"));
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

/** @param {string} script that registers the figures */
async function declarationsOf(script) {
  const figures = await registeredBy(script);
  const files = figures.map(({ tagName }) => {
    const topic = tagName.replace("pe-", "");
    const file = `web/elements/${topic}/${topic}.ts`;
    if (!existsSync(join(ROOT, file))) throw new Failure(`<${tagName}> is not in ${file}`);
    return file;
  });
  const classes = readClasses(files);
  return figures.map((figure, index) =>
    declarationOf(
      figure,
      /** @type {import("./manifest/classes.mjs").Class} */ (classes[index]),
      files[index] ?? "",
    ),
  );
}

/**
 * @param {import("./manifest/registered.mjs").Registered} figure
 * @param {import("./manifest/classes.mjs").Class} described
 * @param {string} file
 */
function declarationOf({ tagName, attributes }, described, file) {
  const { name, text, examples, members } = described;
  const { parts, variables, events } = namesIn(file);
  const fields = new Map(members.map((member) => [member.name, member]));
  return {
    kind: "class",
    customElement: true,
    name,
    tagName,
    description: [text, ...examples.map((example) => `\`\`\`html\n${example}\n\`\`\``)].join("\n\n"),
    attributes: attributes.map((attribute) => ({
      name: attribute.attribute,
      fieldName: attribute.name,
      type: { text: fields.get(attribute.name)?.type ?? "string" },
      default: attribute.default,
      description: described.attributes.get(attribute.attribute) ?? "",
    })),
    members: membersOf(members, attributes),
    slots: [{ name: "", description: described.slot }],
    events: listed(events, described.events),
    cssParts: listed(parts, described.parts),
    cssProperties: listed(variables, described.variables),
  };
}

/**
 * Properties with an attribute, and what else a page may use: what has a comment.
 * @param {readonly import("./manifest/classes.mjs").Member[]} members
 * @param {readonly import("./manifest/registered.mjs").Attribute[]} attributes
 */
function membersOf(members, attributes) {
  const names = new Map(attributes.map(({ name, attribute }) => [name, attribute]));
  return members
    .filter(({ name, text }) => names.has(name) || text !== "")
    .map(({ name, kind, type, readonly, text }) => {
      const attribute = names.get(name);
      const known = { kind, name, type: { text: type }, ...(text === "" ? {} : { description: text }) };
      if (attribute !== undefined) return { ...known, attribute, reflects: true };
      return readonly ? { ...known, readonly } : known;
    });
}

/**
 * In the order of the comments.
 * @param {readonly string[]} names
 * @param {ReadonlyMap<string, string>} described
 */
function listed(names, described) {
  const order = [...described.keys()];
  return [...names]
    .sort((a, b) => order.indexOf(a) - order.indexOf(b))
    .map((name) => ({ name, description: described.get(name) ?? "" }));
}
