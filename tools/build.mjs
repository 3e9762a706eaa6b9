/**
 * `npm run build`: the package in dist/ and the page in build/site, from any state of the checkout.
 * `npm run build -- package`: the package alone.
 */
import { pathToFileURL } from "node:url";
import { buildSite } from "../web/site/build/site.mjs";
import { buildModules } from "./build/cpp.mjs";
import { buildPackage } from "./build/package.mjs";
import { runMain } from "./process.mjs";
import { setUp } from "./setup.mjs";

/** Needs the set-up. */
export async function buildAll() {
  await buildAlone();
  await buildSite();
}

/** The package without the page. */
export async function buildAlone() {
  console.log("Building");
  await buildModules();
  await buildPackage();
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await runMain(async () => {
    await setUp("build");
    const alone = process.argv[2] === "package";
    await (alone ? buildAlone() : buildAll());
    console.log(`Built dist/${alone ? "" : " and build/site/"}`);
  });
}
