/**
 * Makes dist/, the published package: JavaScript, types, binaries, reference vectors, JSON schemas, pictures of presets, and licences.
 */
import { chmodSync, cpSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { ROOT } from "../process.mjs";
import { contentKey, isStamped, stamp } from "../stamps.mjs";
import { writeFiguresCss } from "./figures-css.mjs";
import { writeFrameworkTypes } from "./framework-types.mjs";
import { writeManifest } from "./manifest.mjs";
import { thirdPartyNotices } from "./notices.mjs";
import { writePictures } from "./pictures.mjs";
import {
  atOnce,
  compressed,
  defaults,
  imported,
  inLines,
  inside,
  loaders,
  single,
  without,
} from "./plugins.mjs";
import { writeTypes } from "./types.mjs";

const DIST = join(ROOT, "dist");
const PART = join(ROOT, "build/dist");
const STAMP = join(ROOT, "build/dist.stamp");
/** Reference numbers of all presets, which other projects can test against. */
const VECTORS = "tests/fixtures/vectors";
/** What of the conformance kit is in the package: the files themselves are on the site. */
const KIT = ["tests/fixtures/kit/index.json", "tests/kit/schema.json"];
const INPUTS = [
  "build/wasm/web",
  VECTORS,
  ...KIT,
  "src/api",
  "src/models",
  "src/entries",
  "src/bindings",
  "src/terminal",
  "web/elements",
  "web/methods",
  "web/plot",
  "tools/build",
  "tools/pictures",
];

/** Entries of functions that become one file without imports: they come at once, or where nothing can be fetched. */
const ALONE = {
  index: "src/entries/index.ts",
  rotary: "src/entries/rotary.ts",
  inline: "src/entries/inline.ts",
  lab: "src/entries/lab.ts",
};
/** Entries of functions that share parts: what is known of models would be in each of them. */
const JOINED = {
  encodings: "src/entries/encodings.ts",
  spec: "src/entries/spec.ts",
  atlas: "src/entries/atlas.ts",
  files: "src/entries/files.ts",
  diagnose: "src/entries/diagnose.ts",
  engines: "src/entries/engines.ts",
  probe: "src/entries/probe.ts",
};
/** It has the names of two others. */
const FULL = { full: "src/entries/full.ts" };
/** The parts, by the folders whose files they hold. A file of one entry alone stays in that entry. */
const PARTS = [
  { name: "arguments", test: /\/src\/api\/arguments\//, priority: 2 },
  { name: "conventions", test: /\/src\/api\//, priority: 1 },
  { name: "models", test: /\/src\/models\//, priority: 0 },
].map((part) => ({ ...part, minShareCount: 2 }));
/** The same functions in other places than browsers, each with the file of API whose functions it loads there. */
const PLACES = /** @type {const} */ ({
  "index.node": ["src/entries/index.node.ts", "index"],
  "index.workerd": ["src/entries/index.workerd.ts", "index"],
  "rotary.node": ["src/entries/rotary.node.ts", "rotary"],
  "rotary.workerd": ["src/entries/rotary.workerd.ts", "rotary"],
  "full.node": ["src/entries/full.node.ts", "full"],
  "full.workerd": ["src/entries/full.workerd.ts", "full"],
  "lab.node": ["src/entries/lab.node.ts", "lab"],
});
const PLACE_FILES = Object.fromEntries(Object.entries(PLACES).map(([name, [source]]) => [name, source]));
/** What other scripts of the package import and do not bundle. @type {Record<string, string>} */
const SHARED = { ...ALONE, ...JOINED, ...FULL, ...PLACE_FILES };
/** Files that only browsers run. Node prints the line that threw, and so all others have many. */
const IN_BROWSERS = /^(embed\.single|.*-modules?|chunks\/.*)\.js$/;
/** The program `posenc`. It imports API files from its own folder. */
const TERMINAL = { posenc: "src/terminal/main.ts" };
/** The entries that check specs by the names of presets, and show none. */
const LIGHT = ["index"];
const ELEMENTS = {
  elements: "web/elements/index.ts",
  define: "web/elements/define.ts",
  embed: "web/elements/embed.ts",
  "repeat-worker": "web/elements/repeat/repeat-worker.ts",
  "race-worker": "web/elements/race/race-worker.ts",
};
/** Where the rows of model types can be read, which only the atlas says. */
const NO_ORIGIN = without(/\/src\/models\/types\/rows\//, ["source", "folder", "area"]);
/** @param {string} name of an entry */
const pluginsOf = (name) => [
  ...(name === "inline" ? [NO_ORIGIN] : []),
  ...(LIGHT.includes(name) ? [NO_TITLES] : []),
  ...(name.endsWith(".workerd") ? [imported] : []),
];

/** With these a script finds nothing by its own address: it is a classic one, or its module is imported. */
const NOWHERE = [inside, imported];

/** All figures with everything inside, for pages that can fetch nothing: a classic script. */
const SINGLE = { "embed.single": "web/elements/define.ts" };
/** The widget of notebooks, which runs behind that script or loads it. */
const WIDGET = { anywidget: "web/elements/anywidget.ts" };
/** Emscripten's scripts, each for a binary. */
const GLUE = /\/build\/wasm\/web\/.*\.mjs$/;
const PRESETS = /\/src\/api\/presets\//;
const NO_TITLES = without(PRESETS, ["title", "source"]);
/** Menus of figures have the titles. */
const NO_SOURCES = without(PRESETS, ["source"]);
const NO_DOCS = without(/\/web\/elements\//, ["doc", "example", "members", "parts"]);

/**
 * Lets V8 compile every function on another thread while the file arrives, and not one by one at their first calls. Other
 * engines ignore it. Only for the small entry: `load` and one table call most of its functions.
 */
const COMPILE_ON_ARRIVAL = "//# allFunctionsCalledOnLoad";

const BINARIES = ["", "-attention", "-rotary", "-full", "-full-relaxed", "-lab"].map(
  (name) => `posenc${name}.wasm`,
);

/**
 * Builds dist/ if an input has changed. Needs the WebAssembly modules.
 * @param {"functions" | "figures"} [broken] what is broken on purpose: its scripts are bundled anew, and all else stays as it is
 */
export async function buildPackage(broken) {
  const key = contentKey([...INPUTS, "package.json", "package-lock.json", "tsconfig.json", "LICENSE"]);
  if (isStamped(STAMP, key)) return;
  console.log("  Bundling dist/");
  const modules = await bundleScripts(broken !== "functions");
  if (broken !== undefined) {
    rmSync(STAMP, { force: true }); // dist is no longer what the sources make
    return cpSync(PART, DIST, { recursive: true });
  }
  const { encodings, ...named } = SHARED; // nobody can import it
  await writeTypes(PART, { ...named, ...ELEMENTS, ...SINGLE, ...WIDGET });
  writeFrameworkTypes(PART);
  for (const name of BINARIES) cpSync(join(ROOT, "build/wasm/web", name), join(PART, name));
  await writeFiguresCss(PART);
  cpSync(join(ROOT, VECTORS), join(PART, "vectors"), { recursive: true });
  for (const path of KIT) cpSync(join(ROOT, path), join(PART, "kit", basename(path)));
  await writePictures(PART);
  const { writeSchemas } = await import("./schemas.mjs"); // it needs an npm package, which the set-up installs
  writeSchemas(PART);
  cpSync(join(ROOT, "LICENSE"), join(PART, "LICENSE"));
  writeFileSync(join(PART, "THIRD-PARTY-NOTICES.txt"), thirdPartyNotices(modules));
  rmSync(DIST, { recursive: true, force: true });
  renameSync(PART, DIST);
  stamp(STAMP, key);
}

/**
 * Bundles the scripts of the package into a new folder, build/dist.
 * @param {boolean} withFigures @returns {Promise<string[]>} the bundled files
 */
async function bundleScripts(withFigures) {
  rmSync(PART, { recursive: true, force: true });
  const modules = [];
  for (const [name, source] of Object.entries(ALONE))
    modules.push(...(await bundle({ [name]: source }, pluginsOf(name))));
  modules.push(...(await bundle(JOINED, [])), ...(await bundle(FULL, [], ["encodings", "spec"], ".")));
  for (const [name, [source, functions]] of Object.entries(PLACES))
    modules.push(...(await bundle({ [name]: source }, pluginsOf(name), [functions], ".")));
  if (withFigures) modules.push(...(await bundleElements()));
  if (withFigures) modules.push(...(await bundleSingle()));
  modules.push(...(await bundleTerminal()));
  return modules;
}

/**
 * Bundles the figures, which import the package's largest API files and do not have copies of them; first with the
 * documentation, for the manifest.
 * @returns {Promise<string[]>} the bundled files
 */
async function bundleElements() {
  const outside = /** @type {const} */ (["encodings", "lab", "engines"]);
  await bundle(ELEMENTS, [], outside);
  await writeManifest(PART);
  rmSync(join(PART, "chunks"), { recursive: true });
  return bundle(ELEMENTS, [NO_SOURCES, NO_DOCS], outside);
}

/** @returns {Promise<string[]>} the bundled files */
async function bundleSingle() {
  const plugins = [NO_SOURCES, NO_DOCS, NO_ORIGIN, inside, atOnce];
  const script = await bundle(SINGLE, plugins, [], "", "iife");
  return [...script, ...(await bundle(WIDGET, [single]))];
}

/** @returns {Promise<string[]>} the bundled files */
async function bundleTerminal() {
  const files = await bundle(
    TERMINAL,
    [],
    ["full.node", "files", "atlas", "diagnose", "engines", "probe", "lab.node"],
    ".",
  );
  chmodSync(join(PART, "posenc.js"), 0o755);
  return files;
}

/**
 * @param {Record<string, string>} entries
 * @param {readonly import("rolldown").Plugin[]} plugins
 * @param {readonly string[]} outside entries that are imported from the files in the same folder and not bundled
 * @param {string} from the way to that folder from the files that import them: of the figures these are chunks, one folder below
 * @param {"es" | "iife"} format a module, or a classic script, which has no `import.meta`
 * @returns {Promise<string[]>} the bundled files
 */
async function bundle(entries, plugins, outside = [], from = "..", format = "es") {
  const { rolldown } = await import("rolldown");
  const files = new Map(
    outside.map((name) => [join(ROOT, /** @type {string} */ (SHARED[name])), `${from}/${name}.js`]),
  );
  const build = await rolldown({
    cwd: ROOT,
    input: entries,
    external: (id) => id.startsWith("node:"),
    transform: {
      inject: { HTMLElement: [join(ROOT, "tools/build/html-element.mjs"), "default"] },
      // Emscripten's glue asks for its address, and then does not use it.
      define: plugins.some((plugin) => NOWHERE.includes(plugin)) ? { "import.meta.url": '""' } : {},
    },
    treeshake: { moduleSideEffects: (id) => Object.values(entries).some((entry) => id.endsWith(entry)) },
    plugins: [
      ...plugins,
      compressed,
      loaders,
      defaults,
      {
        name: "outside",
        async resolveId(source, importer) {
          const resolved = await this.resolve(source, importer, { skipSelf: true });
          const id = resolved && files.get(resolved.id);
          return id ? { id, external: true } : null;
        },
      },
    ],
  });
  const { output } = await build.write({
    dir: PART,
    format,
    minify: true,
    ...("index" in entries ? { postBanner: COMPILE_ON_ARRIVAL } : {}),
    ...(entries === TERMINAL ? { postBanner: "#!/usr/bin/env node" } : {}),
    // A part with the address of a binary is beside it, as bundlers that leave addresses as they are expect.
    chunkFileNames: ({ moduleIds }) =>
      moduleIds.some((id) => GLUE.test(id))
        ? "[name].js"
        : `${entries === JOINED ? "parts" : "chunks"}/[name].js`,
    ...(entries === JOINED ? { codeSplitting: { groups: PARTS } } : {}),
  });
  await build.close();
  for (const file of output)
    if (file.type === "chunk" && !IN_BROWSERS.test(file.fileName))
      writeFileSync(join(PART, file.fileName), await inLines(file.code));
  return output.flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
}
