/**
 * Makes dist/, which is the published package: JavaScript, types, the binary, the reference vectors, and the licences of
 * what is in it.
 */
import { cpSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../process.mjs";
import { contentKey, isStamped, stamp } from "../stamps.mjs";
import { thirdPartyNotices } from "./notices.mjs";
import { writeTypes } from "./types.mjs";
import { writeVectors } from "./vectors.mjs";

const DIST = join(ROOT, "dist");
const PART = join(ROOT, "build/dist");
const STAMP = join(ROOT, "build/dist.stamp");
const REFERENCE = "build/wasm/vectors";
const COMPILED = ["build/wasm/web", `${REFERENCE}.cjs`, `${REFERENCE}.wasm`];
const INPUTS = [...COMPILED, "src/api", "web/elements", "web/plot", "tools/build", "tools/vectors"];

const API = { index: "src/api/index.ts", "index.node": "src/api/index.node.ts" };
const ELEMENTS = { elements: "web/elements/index.ts", define: "web/elements/define.ts" };

/** Builds what changed; the WebAssembly module and the reference's program must have been built. */
export async function buildPackage() {
  const key = contentKey([...INPUTS, "package.json", "package-lock.json", "tsconfig.json", "LICENSE"]);
  if (isStamped(STAMP, key)) return;
  console.log("  Bundling dist/");
  rmSync(PART, { recursive: true, force: true });
  const modules = [
    ...(await bundle({ index: API.index }, {})),
    ...(await bundle({ "index.node": API["index.node"] }, {})),
    // The elements run on the package's own API file, not on a second copy of it.
    ...(await bundle(ELEMENTS, { [join(ROOT, API.index)]: "./index.js" })),
  ];
  await writeTypes(PART, { ...API, ...ELEMENTS });
  writeFileSync(join(PART, "posenc.wasm"), readFileSync(join(ROOT, "build/wasm/web/posenc.wasm")));
  await writeVectors(PART, join(ROOT, `${REFERENCE}.cjs`));
  cpSync(join(ROOT, "LICENSE"), join(PART, "LICENSE"));
  writeFileSync(join(PART, "THIRD-PARTY-NOTICES.txt"), thirdPartyNotices(modules));
  rmSync(DIST, { recursive: true, force: true });
  renameSync(PART, DIST);
  stamp(STAMP, key);
}

/**
 * @param {Record<string, string>} entries
 * @param {Record<string, string>} outside files that are not bundled, and what to import instead
 * @returns {Promise<string[]>} the files that went in
 */
async function bundle(entries, outside) {
  const { rolldown } = await import("rolldown");
  const build = await rolldown({
    cwd: ROOT,
    input: entries,
    external: (id) => id.startsWith("node:"),
    transform: { inject: { HTMLElement: [join(ROOT, "tools/build/html-element.mjs"), "default"] } },
    plugins: [
      {
        name: "outside",
        async resolveId(source, importer) {
          const resolved = await this.resolve(source, importer, { skipSelf: true });
          const id = resolved && outside[resolved.id];
          return id ? { id, external: "relative" } : null;
        },
      },
    ],
  });
  const { output } = await build.write({
    dir: PART,
    format: "es",
    minify: true,
    chunkFileNames: "figures.js",
  });
  await build.close();
  return output.flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
}
