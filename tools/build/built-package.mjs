/** The package as it was just built: what the build itself computes numbers with. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/**
 * @typedef {import("../../src/api/full-exports.ts").Posenc} Posenc
 * @typedef {typeof import("../../src/api/full-exports.ts") & { load(): Promise<Posenc> }} Package `posenc/full`
 */

/**
 * @param {string} folder of the package, with its JavaScript in it
 * @returns {Promise<Package>}
 */
export const builtPackage = (folder) => import(pathToFileURL(join(folder, "full.node.js")).href);
