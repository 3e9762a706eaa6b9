/** `npm run build`: the package in dist/ and the page in build/site, from any state of the checkout. */
import { pathToFileURL } from "node:url";
import { buildCpp } from "./build/cpp.mjs";
import { buildPackage } from "./build/package.mjs";
import { buildSite } from "./build/site.mjs";
import { runMain } from "./process.mjs";
import { setUp } from "./setup.mjs";

/** Needs the set-up. */
export async function buildAll() {
  console.log("Building");
  await buildCpp("wasm", ["posenc", "posenc-full", "vectors"]);
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
