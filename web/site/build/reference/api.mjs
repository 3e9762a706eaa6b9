/** The package's exports: names, signatures and comments, which TypeDoc reads from the sources of its entries. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ReflectionKind, TypeScript as ts } from "typedoc";
import { ROOT } from "../../../../tools/process.mjs";
import { contentKey, stamp } from "../../../../tools/stamps.mjs";
import { LINE } from "./markup.mjs";
import { commentOf, described, readMethods, readWithTypeDoc } from "./methods.mjs";

/** The entries by their public names. */
const ENTRIES = {
  posenc: "src/entries/index.ts",
  "posenc/rotary": "src/entries/rotary.ts",
  "posenc/full": "src/entries/full.ts",
  "posenc/spec": "src/entries/spec.ts",
  "posenc/atlas": "src/entries/atlas.ts",
  "posenc/files": "src/entries/files.ts",
  "posenc/diagnose": "src/entries/diagnose.ts",
  "posenc/engines": "src/entries/engines.ts",
  "posenc/probe": "src/entries/probe.ts",
};

/** The result and the key of its inputs: TypeDoc takes 10 s. */
const CACHE = join(ROOT, "build/reference.json");
const INPUTS = [
  "src/api",
  "src/models",
  "src/entries",
  "web/site/build/reference",
  "tools/build/limit-text.mjs",
  "package-lock.json",
  "tsconfig.json",
];

/**
 * @typedef {import("typedoc").Context} Context
 * @typedef {import("typedoc").DeclarationReflection} Declaration
 * @typedef {import("typedoc").SignatureReflection} Signature
 * @typedef {import("./methods.mjs").Description} Description
 * @typedef {{ name: string, type: string, optional: boolean, comment: Description, members: Member[] }} Member
 * @typedef {{ name: string, text: string, members: Member[] }} Param with the members of an object
 *
 * @typedef {object} Named
 * @property {string} name
 * @property {"method" | "function" | "value" | "type"} kind a method is a function of the object from `load`
 * @property {string[]} code signatures of a function, or the definition of a type
 * @property {Param[]} params of a function
 * @property {Description} comment
 * @property {Member[]} members of an object type
 *
 * @typedef {object} Api
 * @property {[entry: string, names: Named[]][]} entries
 * @property {import("./methods.mjs").Row[]} methods
 * @property {string[]} complaints about links in comments
 */

/** Files of specs. Their fields are listed with the methods, and not again with each type. */
const SPECS = "/src/api/spec/";

/**
 * Needs the built package, which has the rules of fields.
 * @returns {Promise<Api>}
 */
export async function readApi() {
  const key = contentKey(INPUTS);
  const known = readCache();
  if (known?.key === key) return known.api;
  const { methods: rules } = await import(pathToFileURL(join(ROOT, "dist/spec.js")).href);
  const { result, complaints } = await readWithTypeDoc(Object.values(ENTRIES), (context) => {
    const modules = Object.entries(ENTRIES).map(([entry, file]) => ({
      entry,
      exported: exportsOf(context, file),
    }));
    const methods = modules.flatMap(({ exported }) => exported).find(({ name }) => name === "methods");
    return {
      entries: modules.map(
        ({ entry, exported }) =>
          /** @type {[string, Named[]]} */ ([entry, exported.flatMap((each) => namesIn(context, each))]),
      ),
      methods: readMethods(context, methods && context.getSymbolFromReflection(methods), rules),
    };
  });
  const api = { ...result, complaints };
  stamp(CACHE, JSON.stringify({ key, api }));
  return api;
}

/** @returns {{ key: string, api: Api } | undefined} */
function readCache() {
  try {
    return JSON.parse(readFileSync(CACHE, "utf8"));
  } catch {
    return undefined;
  }
}

/** @param {Context} context @param {string} file of an entry */
function exportsOf({ project }, file) {
  const module = project.children?.find(({ sources }) => sources?.[0]?.fileName === file);
  return (module?.children ?? []).map(
    (child) => /** @type {Declaration} */ (child.isReference() ? child.getTargetReflectionDeep() : child),
  );
}

/**
 * An export; for the interface from `load`, also its functions.
 * @param {Context} context
 * @param {Declaration} declaration
 * @returns {Named[]}
 */
function namesIn(context, declaration) {
  const { name, signatures, children = [], type, kind } = declaration;
  if (signatures !== undefined) return [functionOf(context, "function", name, signatures)];
  const known = { name, code: [], params: [], members: [], comment: described(declaration.comment) };
  if (kind === ReflectionKind.Variable) return [{ ...known, kind: "value" }];
  const methods = children.flatMap((child) =>
    child.signatures === undefined ? [] : functionOf(context, "method", child.name, child.signatures),
  );
  if (methods.length > 0) return [{ ...known, kind: "type" }, ...methods];
  return [{ ...known, kind: "type", code: definition(type), members: membersOf(context, declaration) }];
}

/**
 * @param {Context} context
 * @param {"function" | "method"} kind
 * @param {string} name
 * @param {Signature[]} signatures the first one has the comment
 * @returns {Named}
 */
function functionOf(context, kind, name, signatures) {
  /** @type {Map<string, Param>} */
  const params = new Map();
  for (const param of signatures.flatMap(({ parameters = [] }) => parameters)) {
    const text = params.get(param.name)?.text || described(param.comment).text;
    params.set(param.name, { name: param.name, text, members: membersOf(context, param) });
  }
  return {
    name,
    kind,
    code: signatures.map((signature) => signatureText(context, name, signature)),
    params: [...params.values()],
    comment: described(signatures[0]?.comment),
    members: [],
  };
}

/** @param {Context} context @param {string} name @param {Signature} signature */
function signatureText(context, name, { typeParameters = [], parameters = [], type }) {
  const generics = typeParameters.map((each) =>
    context.getSymbolFromReflection(each)?.declarations?.[0]?.getText(),
  );
  const values = parameters.map((each) => `${each.name}${each.flags.isOptional ? "?" : ""}: ${each.type}`);
  const text = `${name}${generics.length > 0 ? `<${generics.join(", ")}>` : ""}(${values.join(", ")}): ${type}`;
  return text.replaceAll("<ArrayBufferLike>", ""); // the default, which sources omit
}

/**
 * The text of a type. Its members are listed below it with their comments; a long union has a line for each type.
 * @param {import("typedoc").SomeType | undefined} type
 */
function definition(type) {
  if (type === undefined) return [];
  if (type.type === "union" && String(type).length > LINE) return [type.types.join("\n  | ")];
  if (type.type !== "intersection") return [String(type)];
  return [type.types.map((part) => (part.type === "reflection" ? "{ … }" : part)).join(" & ")];
}

/** @param {Context} context @param {import("typedoc").Reflection} reflection a type, or a parameter */
function membersOf(context, reflection) {
  const { checker } = context;
  const symbol = context.getSymbolFromReflection(reflection);
  if (symbol === undefined) return [];
  const isType = (symbol.flags & ts.SymbolFlags.Type) !== 0;
  const type = isType ? checker.getDeclaredTypeOfSymbol(symbol) : checker.getTypeOfSymbol(symbol);
  return membersOfType(context, checker.getNonNullableType(type));
}

/** @param {Context} context @param {ts.Type} type @returns {Member[]} without members from npm packages */
function membersOfType(context, type) {
  const { checker } = context;
  return checker.getPropertiesOfType(type).flatMap((property) => {
    const [declaration, ...others] = property.declarations ?? [];
    // Fields of specs are not listed here: they are properties of rules, or declared more than once.
    if (!declaration || !ts.isPropertySignature(declaration) || others.length > 0) return [];
    const file = declaration.getSourceFile().fileName;
    if (file.includes("/node_modules/") || file.includes(SPECS)) return [];
    const node = declaration.type;
    const isObject = node !== undefined && ts.isTypeLiteralNode(node);
    const written = node?.getText() ?? "typeof";
    // The name of a constant says nothing to readers: its type is written out.
    const text = written.includes("typeof")
      ? checker.typeToString(checker.getTypeOfSymbol(property))
      : written;
    return {
      name: property.name,
      type: isObject ? "object" : text.replace(/ \| undefined$/, ""),
      optional: (property.flags & ts.SymbolFlags.Optional) !== 0,
      comment: commentOf(context, property),
      members: isObject ? membersOfType(context, checker.getTypeFromTypeNode(node)) : [],
    };
  });
}
