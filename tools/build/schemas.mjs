/** JSON schemas (draft 2020-12) of what commands print with `--json`, made from the types in src/terminal/answers.ts. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { Failure, ROOT } from "../process.mjs";

const ANSWERS = join(ROOT, "src/terminal/answers.ts");

/** @typedef {Record<string, unknown>} Schema */

/** Makes the schema of one answer; interfaces with a name are defined once. */
class Schemas {
  /** @type {Record<string, Schema>} */
  $defs = {};
  #checker;

  /** @param {ts.TypeChecker} checker */
  constructor(checker) {
    this.#checker = checker;
  }

  /** @param {ts.Type} type @returns {Schema} */
  of(type) {
    if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return {};
    if (type.flags & ts.TypeFlags.Null) return { type: "null" };
    if (type.flags & ts.TypeFlags.Boolean) return { type: "boolean" };
    if (type.flags & ts.TypeFlags.BooleanLiteral)
      return { const: this.#checker.typeToString(type) === "true" };
    if (type.isStringLiteral() || type.isNumberLiteral()) return { const: type.value };
    if (type.flags & ts.TypeFlags.StringLike) return { type: "string" };
    if (type.flags & ts.TypeFlags.NumberLike) return { type: "number" };
    if (type.isUnion()) return this.#union(type.types);
    if (type.flags & ts.TypeFlags.Object || type.isIntersection()) return this.#object(type);
    throw new Failure(`no JSON schema for the type ${this.#checker.typeToString(type)}`);
  }

  /** @param {readonly ts.Type[]} types @returns {Schema} */
  #union(types) {
    const given = types.filter(({ flags }) => !(flags & ts.TypeFlags.Undefined));
    const words = given.flatMap((type) =>
      type.isStringLiteral() || type.isNumberLiteral() ? [type.value] : [],
    );
    const isBoolean = given.filter(({ flags }) => flags & ts.TypeFlags.BooleanLiteral).length === 2;
    const others = given.filter(
      (type) =>
        !type.isStringLiteral() &&
        !type.isNumberLiteral() &&
        !(isBoolean && type.flags & ts.TypeFlags.BooleanLiteral),
    );
    const all = [
      ...(words.length > 0 ? [{ enum: words }] : []),
      ...(isBoolean ? [{ type: "boolean" }] : []),
      ...others.map((type) => this.of(type)),
    ];
    return all.length === 1 && all[0] !== undefined ? all[0] : { anyOf: all };
  }

  /** @param {ts.Type} type @returns {Schema} */
  #object(type) {
    const checker = this.#checker;
    if (checker.isTupleType(type)) {
      const items = checker.getTypeArguments(/** @type {ts.TypeReference} */ (type));
      return { type: "array", prefixItems: items.map((each) => this.of(each)), minItems: items.length };
    }
    if (checker.isArrayType(type)) {
      const [item] = checker.getTypeArguments(/** @type {ts.TypeReference} */ (type));
      return { type: "array", items: item === undefined ? {} : this.of(item) };
    }
    if (type.getCallSignatures().length > 0)
      throw new Failure(`JSON has no functions: ${checker.typeToString(type)}`);
    const name = type.isClassOrInterface() ? type.symbol.name : undefined;
    if (name === undefined) return this.#fields(type);
    if (!Object.hasOwn(this.$defs, name)) {
      this.$defs[name] = {}; // a type may contain itself
      this.$defs[name] = this.#fields(type);
    }
    return { $ref: `#/$defs/${name}` };
  }

  /** @param {ts.Type} type @returns {Schema} */
  #fields(type) {
    const checker = this.#checker;
    const properties = checker.getPropertiesOfType(type);
    const values = checker.getIndexTypeOfType(type, ts.IndexKind.String);
    const fields = properties.map((property) => {
      const doc = ts.displayPartsToString(property.getDocumentationComment(checker)).replaceAll(/\s+/g, " ");
      const schema = this.of(checker.getTypeOfSymbol(property));
      return [property.name, doc === "" ? schema : { description: doc, ...schema }];
    });
    const required = properties
      .filter(({ flags }) => !(flags & ts.SymbolFlags.Optional))
      .map(({ name }) => name);
    return {
      type: "object",
      ...(properties.length > 0 && { properties: Object.fromEntries(fields), required }),
      ...(values !== undefined && { additionalProperties: this.of(values) }),
    };
  }
}

/** @param {string} folder of the package: the schemas are `schemas/<command>.json` in it */
export function writeSchemas(folder) {
  const { config } = ts.readConfigFile(join(ROOT, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
  const program = ts.createProgram([ANSWERS], { ...options, noEmit: true });
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(ANSWERS);
  const module = source && checker.getSymbolAtLocation(source);
  const answers = module && checker.getExportsOfModule(module).find(({ name }) => name === "Answers");
  if (answers === undefined) throw new Failure(`${ANSWERS} has no type Answers`);
  mkdirSync(join(folder, "schemas"), { recursive: true });
  for (const property of checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(answers))) {
    const schemas = new Schemas(checker);
    const schema = schemas.of(checker.getTypeOfSymbol(property));
    const text = JSON.stringify({ ...schema, $defs: schemas.$defs });
    writeFileSync(join(folder, "schemas", `${property.name}.json`), `${text}\n`);
  }
}
