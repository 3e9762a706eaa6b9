/**
 * Makes dist/, which is the published package: JavaScript, types, the binary, the reference vectors, pictures of presets, and the
 * licences of what is in it.
 */
import { cpSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../process.mjs";
import { contentKey, isStamped, stamp } from "../stamps.mjs";
import { writeManifest } from "./manifest.mjs";
import { thirdPartyNotices } from "./notices.mjs";
import { writePictures } from "./pictures.mjs";
import { writeTypes } from "./types.mjs";
import { writeVectors } from "./vectors.mjs";

const DIST = join(ROOT, "dist");
const PART = join(ROOT, "build/dist");
const STAMP = join(ROOT, "build/dist.stamp");
const REFERENCE = "build/wasm/vectors";
const COMPILED = ["build/wasm/web", `${REFERENCE}.cjs`, `${REFERENCE}.wasm`];
const INPUTS = [
  ...COMPILED,
  "src/api",
  "web/elements",
  "web/plot",
  "tools/build",
  "tools/pictures",
  "tools/vectors",
];

/** Each a file that stands alone. */
const API = {
  index: "src/api/index.ts",
  "index.node": "src/api/index.node.ts",
  full: "src/api/full.ts",
  "full.node": "src/api/full.node.ts",
  inline: "src/api/inline.ts",
  spec: "src/api/spec-exports.ts",
};
const ELEMENTS = {
  elements: "web/elements/index.ts",
  define: "web/elements/define.ts",
  embed: "web/elements/embed.ts",
  "repeat-worker": "web/elements/repeat/repeat-worker.ts",
};
/**
 * Has V8 compile every function on another thread while the file arrives, and not one by one when `load` first calls them;
 * to other engines it is a comment. Only for the small entry, most of which `load` and one table do call.
 */
const COMPILE_ON_ARRIVAL = "//# allFunctionsCalledOnLoad";

const BINARIES = ["posenc.wasm", "posenc-full.wasm"];

/** Builds what changed; the WebAssembly modules and the reference's program must have been built. */
export async function buildPackage() {
  const key = contentKey([...INPUTS, "package.json", "package-lock.json", "tsconfig.json", "LICENSE"]);
  if (isStamped(STAMP, key)) return;
  console.log("  Bundling dist/");
  rmSync(PART, { recursive: true, force: true });
  const modules = [];
  for (const [name, source] of Object.entries(API)) modules.push(...(await bundle({ [name]: source })));
  // The figures run on the package's own API files, not on second copies of them.
  modules.push(...(await bundle(ELEMENTS, ["index", "full"])));
  await writeTypes(PART, { ...API, ...ELEMENTS });
  await writeManifest(PART);
  for (const name of BINARIES) cpSync(join(ROOT, "build/wasm/web", name), join(PART, name));
  cpSync(join(ROOT, "web/elements/figures.css"), join(PART, "figures.css"));
  await writeVectors(PART, join(ROOT, `${REFERENCE}.cjs`));
  await writePictures(PART);
  cpSync(join(ROOT, "LICENSE"), join(PART, "LICENSE"));
  writeFileSync(join(PART, "THIRD-PARTY-NOTICES.txt"), thirdPartyNotices(modules));
  rmSync(DIST, { recursive: true, force: true });
  renameSync(PART, DIST);
  stamp(STAMP, key);
}

/**
 * @param {Record<string, string>} entries
 * @param {readonly (keyof typeof API)[]} outside entries that are not bundled but imported, from the files beside these
 * @returns {Promise<string[]>} the files that went in
 */
async function bundle(entries, outside = []) {
  const { rolldown } = await import("rolldown");
  // Only chunks import them, from the folder that these files are above.
  const files = new Map(outside.map((name) => [join(ROOT, API[name]), `../${name}.js`]));
  const build = await rolldown({
    cwd: ROOT,
    input: entries,
    external: (id) => id.startsWith("node:"),
    transform: { inject: { HTMLElement: [join(ROOT, "tools/build/html-element.mjs"), "default"] } },
    moduleTypes: { ".wasm": "base64" },
    treeshake: { moduleSideEffects: (id) => Object.values(entries).some((entry) => id.endsWith(entry)) },
    plugins: [
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
    format: "es",
    minify: true,
    ...("index" in entries ? { postBanner: COMPILE_ON_ARRIVAL } : {}),
    chunkFileNames: "chunks/[name].js",
  });
  await build.close();
  return output.flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
}
