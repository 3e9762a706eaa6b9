/** What an editor shows over a name in a spec: the comment of the field, as the published declarations have it. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { methods, presets } from "posenc/full";
import ts from "typescript";
import { expect, test } from "vitest";

interface Rule {
  kind: string;
  from: number;
  words: readonly string[];
  of: Record<string, Rules>;
}
type Rules = Record<string, Rule>;

/** A value that the type of a field takes, as source text; of a choice, one of each type. */
function values(rule: Rule): string[] {
  if (rule.kind === "number") return ["1"];
  if (rule.kind === "word") return [`"${rule.words[0]}"`];
  if (rule.kind === "flag") return ["true"];
  if (rule.kind === "list") return ["[1, 1]"];
  return Object.entries(rule.of).map(([type, rules]) => `{ type: "${type}"${literals(rules)} }`);
}

/** The fields with a value each, as text after a comma; `choice` counts the values of a field with several. */
const literals = (rules: Rules, choice = 0) =>
  Object.entries(rules)
    .map(([name, rule]) => `, ${name}: ${values(rule)[choice] ?? values(rule)[0]}`)
    .join("");

const rulesOf = (method: string) => methods[method as keyof typeof methods].fields as unknown as Rules;
const choices = (rules: Rules) => Math.max(1, ...Object.values(rules).map((rule) => values(rule).length));
const each = <T>(count: number, make: (i: number) => T) => Array.from({ length: count }, (_, i) => make(i));

const ofMethods = Object.keys(methods).flatMap((method) =>
  each(choices(rulesOf(method)), (choice) => `{ method: "${method}"${literals(rulesOf(method), choice)} }`),
);
const ofPresets = Object.entries(presets).map(([preset, { spec, open }]) => {
  const all = Object.entries(rulesOf(spec.method)).filter(([name]) =>
    (open as readonly string[]).includes(name),
  );
  return `{ version: 1, preset: "${preset}"${literals(Object.fromEntries(all))} }`;
});
const rope = literals(rulesOf("rope")).slice(2);
const { start: _start, ...sinusoid } = rulesOf("sinusoidal");

const text = `import { load, type Spec } from "posenc/full";
const pe = await load();
const x = new Float32Array(4);
${[...ofMethods, ...ofPresets].map((spec, i) => `export const spec${i}: Spec = ${spec};`).join("\n")}
pe.rotate(x, { ${rope}, heads: 1 });
pe.rotate(x, { method: "xpos"${literals(rulesOf("xpos"))}, heads: 1 });
pe.rotate(x, { preset: "phi-3", currentLength: 1, heads: 1 });
pe.attention({ q: x, k: x, v: x, heads: 1, headDim: 4, rotary: { ${rope} } });
pe.sinusoidal({ length: 1${literals(sinusoid)} });
pe.encode({ method: "sinusoidal"${literals(rulesOf("sinusoidal"))} }, { length: 1 });
`;

/** In this folder, where the package's name leads to its declarations. */
const file = join(fileURLToPath(new URL(".", import.meta.url)), "an-editor.ts");

function service(): ts.LanguageService {
  const { fileExists, readFile, readDirectory, directoryExists, getDirectories } = ts.sys;
  return ts.createLanguageService({
    getScriptFileNames: () => [file],
    getScriptVersion: () => "1",
    getScriptSnapshot: (name) => {
      const content = name === file ? text : readFile(name);
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
    },
    getCurrentDirectory: () => fileURLToPath(new URL(".", import.meta.url)),
    getCompilationSettings: () => ({
      module: ts.ModuleKind.NodeNext,
      target: ts.ScriptTarget.ES2022,
      lib: ["lib.es2022.d.ts", "lib.dom.d.ts"],
      strict: true,
      types: [],
    }),
    getDefaultLibFileName: (options) => ts.getDefaultLibFilePath(options),
    ...{ fileExists, readFile, readDirectory, directoryExists, getDirectories },
  });
}

/** A compiler starts for this, which takes 3 s on a machine with nothing else to do. */
const timeout = 60_000;

test("every field of every spec shows its comment where it is used", { timeout }, () => {
  const editor = service();
  const wrong = editor.getSemanticDiagnostics(file).map(({ messageText }) => messageText);
  expect(wrong).toEqual([]);
  const names = [...text.matchAll(/\b(\w+): (?!Spec)/g)];
  expect(names.length).toBeGreaterThan(250);
  const silent = names.filter(({ index }) => {
    const shown = editor.getQuickInfoAtPosition(file, index)?.documentation;
    return ts.displayPartsToString(shown).length < 10;
  });
  expect(silent.map(({ index }) => text.slice(index, index + 60))).toEqual([]);
});
