/**
 * Writes the C++ side of src/bindings: for each module a file with a struct for the slots of each call, and the line that
 * registers it. Run by CMakeLists.txt: `node bindings.mjs FOLDER`.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import ts from "typescript";
import { misplaced } from "./kernel-arguments.mjs";

const ROOT = join(import.meta.dirname, "../..");
const BINDINGS = join(ROOT, "src/bindings");
/** The types of slots.hpp. */
const SLOTS = new Set(
  "Floats Doubles Integers Indices Choices Colours Bytes Frequencies Count Integer Flag Triple".split(" "),
);
const PLAIN = new Map([
  [ts.SyntaxKind.NumberKeyword, "Number"],
  [ts.SyntaxKind.BooleanKeyword, "Flag"],
]);

/** @param {string} name in camel case */
const snake = (name) => name.replace(/[A-Z]+/g, (letters) => `_${letters.toLowerCase()}`);
/** @param {string} name */
const pascal = (name) => name.replace(/^./, (letter) => letter.toUpperCase());

/** The tables of one module, as C++. */
class Tables {
  /** @type {Map<string, string>} structs by name; each comes after the structs that it needs */
  #structs = new Map();
  /** @type {string[]} */
  #lines = [];
  /** @type {Set<string>} */
  #headers = new Set();
  #checker;
  /** @type {string[]} */
  complaints = [];

  /** @param {ts.Program} program @param {readonly string[]} files of tables */
  constructor(program, files) {
    this.#checker = program.getTypeChecker();
    const sources = files.map((file) => program.getSourceFile(file));
    for (const source of sources) source?.forEachChild((node) => this.#readHeaders(node));
    for (const source of sources) source?.forEachChild((node) => this.#readCalls(node));
  }

  /** @param {ts.Node} node */
  #readHeaders(node) {
    if (!ts.isTypeAliasDeclaration(node) || node.name.text !== "Headers") return;
    for (const [, name = ""] of node.type.getText().matchAll(/"([^"]+)"/g)) this.#headers.add(name);
  }

  /** @param {ts.Node} node */
  #readCalls(node) {
    if (!ts.isInterfaceDeclaration(node) || !node.name.text.endsWith("Calls")) return;
    for (const member of node.members) {
      const type = ts.isPropertySignature(member) ? member.type : undefined;
      if (type === undefined || !ts.isTypeReferenceNode(type)) continue;
      const [fields, code] = /** @type {[ts.TypeNode, ts.TypeNode]} */ (
        /** @type {unknown} */ (type.typeArguments)
      );
      const text =
        ts.isLiteralTypeNode(code) && ts.isStringLiteralLike(code.literal) ? code.literal.text : "";
      this.#addCall(/** @type {ts.Identifier} */ (member.name).text, fields, text);
    }
  }

  /** @param {string} name @param {ts.TypeNode} fields @param {string} code */
  #addCall(name, fields, code) {
    const types = this.#fieldsOf(fields);
    const names = Object.keys(types).sort();
    const struct = `${pascal(name)}Call`;
    for (const field of names) {
      if (!new RegExp(`\\b${snake(field)}\\b`).test(code)) {
        this.complaints.push(`${name}: nothing in "${code}" reads the field ${field}`);
      }
    }
    this.complaints.push(...misplaced(code, this.#kernels()).map((text) => `${name}: ${text}`));
    const slots = names.map((field) => `  ${types[field]} ${snake(field)};\n`).join("");
    this.#structs.set(struct, `struct ${struct} {\n${slots}};\n`);
    const answers = code.startsWith("return ");
    const expression = answers ? `return static_cast<double>(${code.slice("return ".length)})` : code;
    this.#lines.push(
      `  function("${name}", +[](Address at, std::size_t count)${answers ? " -> double" : ""} {\n` +
        `    const auto& [${names.map(snake).join(", ")}] = slots_at<slots::${struct}>(at, count);\n` +
        `    ${expression};\n  });\n`,
    );
  }

  #kernels() {
    const files = [...this.#headers].map((name) => join(ROOT, "src", name)).filter(existsSync);
    return files.map((file) => readFileSync(file, "utf8")).join("\n");
  }

  /** @param {ts.TypeNode} node @returns {Record<string, string>} the C++ type of each field */
  #fieldsOf(node) {
    const properties = this.#checker.getTypeFromTypeNode(node).getProperties();
    return Object.fromEntries(properties.map((property) => [property.name, this.#slot(property)]));
  }

  /** @param {ts.Symbol} property */
  #slot(property) {
    const declaration = property.declarations?.[0];
    const type = declaration && ts.isPropertySignature(declaration) ? declaration.type : undefined;
    if (type === undefined) throw new Error(`the field ${property.name} has no type that is written out`);
    const plain = PLAIN.get(type.kind);
    if (plain !== undefined) return plain;
    const name = ts.isTypeReferenceNode(type) ? type.typeName.getText() : type.getText();
    if (SLOTS.has(name)) return name;
    const [list] = ts.isTypeReferenceNode(type) ? (type.typeArguments ?? []) : [];
    if (list !== undefined && ts.isTypeQueryNode(list)) return this.#list(name, list);
    return this.#struct(name, type);
  }

  /**
   * A word of a list is an enum; doubles with the names of a list are a struct.
   * @param {string} kind
   * @param {ts.TypeQueryNode} list
   */
  #list(kind, list) {
    const name = pascal(list.exprName.getText());
    const tuple = /** @type {ts.TupleTypeReference} */ (this.#checker.getTypeFromTypeNode(list));
    const names = this.#checker
      .getTypeArguments(tuple)
      .map((item) => snake(/** @type {ts.StringLiteralType} */ (item).value));
    this.#structs.set(name, kind === "Word" ? wordStruct(name, names) : namedStruct(name, names));
    return name;
  }

  /** @param {string} name @param {ts.TypeNode} type */
  #struct(name, type) {
    if (this.#structs.has(name)) return name;
    const fields = this.#fieldsOf(type);
    const slots = Object.keys(fields)
      .sort()
      .map((field) => `  ${fields[field]} ${snake(field)};\n`);
    // In the order of the table, which is that of the kernels' struct: another order does not compile.
    const set = Object.keys(fields).map((field) => `.${snake(field)} = ${snake(field)}`);
    this.#structs.set(
      name,
      `struct ${name} {\n${slots.join("")}\n  template <class T> operator T() const { return {${set.join(", ")}}; }\n};\n`,
    );
    return name;
  }

  /** @param {string} module */
  text(module) {
    const headers = [...this.#headers].sort();
    const include = (/** @type {string} */ name) =>
      name.includes("/") ? `#include "${name}"\n` : `#include <${name}>\n`;
    return `// Made by tools/build/bindings.mjs from src/bindings.
#include <cstddef>
#include <type_traits>
#include <emscripten/bind.h>
#include "bindings/slots.hpp"
${headers.map(include).join("")}
namespace posenc::bindings {
namespace slots {
${[...this.#structs.values()].join("\n")}
} // namespace slots

EMSCRIPTEN_BINDINGS(${module}) {
  using emscripten::function;
${this.#lines.join("")}}

} // namespace posenc::bindings
`;
  }
}

/** @param {string} name @param {readonly string[]} names */
function wordStruct(name, names) {
  const inOrder = names.map((word, i) => `static_cast<int>(T::${word}) == ${i}`).join(" && ");
  return `struct ${name} {
  double value;

  template <class T>
    requires std::is_enum_v<T>
  operator T() const {
    static_assert(${inOrder});
    return static_cast<T>(static_cast<int>(value));
  }
};
`;
}

/** @param {string} name @param {readonly string[]} names */
function namedStruct(name, names) {
  const inOrder = names.map((field, i) => `offsetof(T, ${field}) == ${i} * sizeof(double)`).join(" && ");
  const assign = names.map((field, i) => `    values.begin()[${i}] = static_cast<double>(from.${field});\n`);
  return `struct ${name} {
  Doubles values;

  template <class T> static T* doubles(const Doubles& of) {
    static_assert(sizeof(T) == ${names.length} * sizeof(double) && ${inOrder});
    return reinterpret_cast<T*>(of.begin());
  }
  template <class T>
    requires requires(T of) { of.${names[0]}; }
  operator T&() const {
    return *doubles<T>(values);
  }
  template <class T>
    requires requires(T of) { of.${names[0]}; }
  operator std::span<T>() const {
    return {doubles<T>(values), values.bytes / sizeof(T)};
  }
  template <class T> void operator=(const T& from) const {
${assign.join("")}  }
};
`;
}

/** The files of tables of each part; a module has one or more parts, and no table twice. */
const PARTS = {
  light: ["frequencies.ts", "light.ts"],
  attention: ["attention.ts"],
  rotary: ["frequencies.ts", "rotary.ts"],
  full: [
    "rotary.ts",
    ...["additive", "bias", "layers", "properties", "rerotation"].map((name) => `full/${name}.ts`),
  ],
  lab: ["lab.ts"],
};

/**
 * @param {readonly string[]} files of tables, relative to `folder`
 * @param {string} [module]
 * @param {string} [folder]
 * @returns {{ text: string, complaints: string[] }}
 */
export function bindings(files, module = "module", folder = BINDINGS) {
  const paths = files.map((file) => join(folder, file));
  const program = ts.createProgram(paths, { noLib: true, allowImportingTsExtensions: true, noEmit: true });
  const tables = new Tables(program, paths);
  return { text: tables.text(module), complaints: tables.complaints };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [, , folder = ""] = process.argv;
  mkdirSync(folder, { recursive: true });
  for (const [module, files] of Object.entries(PARTS)) {
    const { text, complaints } = bindings(files, module);
    if (complaints.length > 0) {
      console.error(complaints.join("\n"));
      process.exitCode = 1;
    }
    const path = join(folder, `${module}.cpp`);
    // An unchanged file keeps its time, so that it is not compiled again.
    if (!existsSync(path) || readFileSync(path, "utf8") !== text) writeFileSync(path, text);
  }
}
