/** The custom-elements manifest for editors and the reference, made from the definitions of the figures. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Failure } from "../process.mjs";
import { ATTRIBUTES, CHILDREN, ENCODING, EVENTS, MEMBERS, PARTS, SOME_PARTS, VARIABLES } from "./anatomy.mjs";
import { limitText } from "./limit-text.mjs";

/**
 * @typedef {import("../../web/elements/definition/definition.ts").AnyDefinition
 *   & import("../../web/elements/definition/definition.ts").Documentation} Definition
 * @typedef {import("../../web/elements/definition/rules.ts").Rule} Rule
 * @typedef {{ attribute: string, converter: { toAttribute(value: unknown): string | null } }} Property as Lit has it
 *
 * @typedef {object} Figure the class of an element
 * @property {Definition} definition
 * @property {Record<string, Rule>} rules by property
 * @property {Record<string, Property>} properties
 *
 * @typedef {ReturnType<typeof declarationOf>} Declaration
 */

/** Writes custom-elements.json. @param {string} folder of the package, with its JavaScript and the documentation in it */
export async function writeManifest(folder) {
  const exported = await import(pathToFileURL(join(folder, "elements.js")).href);
  const figures = Object.entries(exported).filter(([, { definition }]) => definition !== undefined);
  const declarations = figures.map(([name, figure]) => declarationOf(name, figure));
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

/** @param {string} name of the class @param {Figure} figure */
function declarationOf(name, { definition, rules, properties }) {
  const { tag, doc, example, encoding, controls, grid, methods, members = {}, parts = [] } = definition;
  const undocumented = Object.keys(methods ?? {}).find((method) => !Object.hasOwn(members, method));
  if (undocumented !== undefined)
    throw new Failure(`<${tag}>: its definition has no ${undocumented} in members`);
  const attributes = [
    ...Object.entries(rules).map(([property, rule]) =>
      attributeOf(property, rule, /** @type {Property} */ (properties[property])),
    ),
    ...named(ATTRIBUTES).map((known) => ({ ...known, fieldName: known.name, type: { text: "string" } })),
  ];
  const some = [...(controls.sliders ? ["value"] : []), ...(grid ? ["readout"] : []), ...parts];
  return {
    kind: "class",
    customElement: true,
    name,
    tagName: tag,
    description: `${doc}\n\n\`\`\`html\n${example}\n\`\`\``,
    attributes,
    members: [
      ...attributes.map(({ name, fieldName, type, description }) => ({
        kind: "field",
        name: fieldName,
        type,
        description,
        attribute: name,
        reflects: true,
      })),
      ...membersOf({ ...members, ...(encoding && { [encoding.property]: ENCODING }), ...MEMBERS }),
    ],
    slots: [{ name: "", description: CHILDREN }],
    events: named(EVENTS).map((event) => ({ ...event, type: { text: "CustomEvent" } })),
    cssParts: [...named(PARTS), ...named(SOME_PARTS).filter(({ name }) => some.includes(name))],
    cssProperties: named(VARIABLES),
  };
}

/** @param {Record<string, string>} descriptions */
export const named = (descriptions) =>
  Object.entries(descriptions).map(([name, description]) => ({ name, description }));

/** @param {Readonly<Record<string, import("../../web/elements/definition/definition.ts").MemberDoc>>} members */
export const membersOf = (members) =>
  Object.entries(members).map(([name, { type, doc }]) => ({
    kind: type.includes("=>") ? "method" : "field",
    name,
    type: { text: type },
    description: doc,
  }));

/** @param {string} property @param {Rule} rule @param {Property} declared */
function attributeOf(property, rule, { attribute, converter }) {
  const isTrue = rule.kind === "flag" && rule.default;
  const text = isTrue ? "true" : converter.toAttribute(rule.default);
  return {
    name: attribute,
    fieldName: property,
    type: { text: typeOf(rule) },
    ...(text === null ? {} : { default: text }),
    description: [rule.doc, ...rangeOf(rule)].map((sentence) => `${sentence}.`).join(" "),
  };
}

/** @param {Rule} rule */
function typeOf(rule) {
  switch (rule.kind) {
    case "word":
      return rule.words.map((word) => `"${word}"`).join(" | ");
    case "flag":
      return "boolean";
    case "text":
      return "string";
    case "numbers":
      return "readonly number[]";
    case "number":
      return "number";
  }
}

/** @param {Rule} rule @returns {string[]} limits that the type does not state */
function rangeOf(rule) {
  if (rule.kind === "numbers") return [`${rule.expected.charAt(0).toUpperCase()}${rule.expected.slice(1)}`];
  if (rule.kind !== "number") return [];
  const kind = rule.step === 2 ? "An even number" : rule.step === 1 ? "A whole number" : "A number";
  return [`${kind} from ${limitText(rule.from)} to ${limitText(rule.to)}`];
}
