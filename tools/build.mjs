/**
 * `npm run build`: the package in dist/ and the page in build/site, from any state of the checkout.
 * `npm run build -- package`: the package alone.
 */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { buildSite } from "../web/site/build/site.mjs";
import { buildModules } from "./build/cpp.mjs";
import { buildPackage } from "./build/package.mjs";
import { ROOT, runMain } from "./process.mjs";
import { exclusively } from "./setup/lock.mjs";
import { setUp } from "./setup.mjs";

/** Needs the set-up. @param {{ alone?: boolean }} [options] alone: the package without the pages */
export const buildAll = ({ alone = false } = {}) =>
  exclusively(join(ROOT, "build"), async () => {
    console.log("Building");
    await buildModules();
    await buildPackage();
    if (!alone) await buildSite();
  });

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await runMain(async () => {
    await setUp("build");
    const alone = process.argv[2] === "package";
    await buildAll({ alone });
    console.log(`Built dist/${alone ? "" : " and build/site/"}`);
  });
}
