/** `npm run build`: the package in dist/ and the page in build/site, from whatever is there to start with. */
import { pathToFileURL } from "node:url";
import { buildCpp } from "./build/cpp.mjs";
import { runMain } from "./process.mjs";
import { setUp } from "./setup.mjs";

/** The set-up must have been done. */
export async function buildAll() {
  console.log("Building");
  await buildCpp("wasm", ["posenc", "posenc-full", "vectors"]);
  // These import npm packages, which are there only after the set-up.
  const { buildPackage } = await import("./build/package.mjs");
  const { buildSite } = await import("./build/site.mjs");
  await buildPackage();
  await buildSite();
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await runMain(async () => {
    await setUp("build");
    await buildAll();
    console.log("Built dist/ and build/site/");
  });
}
