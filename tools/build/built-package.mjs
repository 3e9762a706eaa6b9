/** The package that was just built: later steps of the build compute numbers with it. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/**
 * @typedef {import("../../src/api/posenc.ts").Posenc} Posenc
 * @typedef {typeof import("../../src/entries/spec.ts")
 *   & typeof import("../../src/api/heatmap/palette.ts")
 *   & { load(): Promise<Posenc> }} Package `posenc/full`, as far as the build uses it
 */

/** @param {string} folder of the package, with its JavaScript in it @returns {Promise<Package>} */
export const builtPackage = (folder) => import(pathToFileURL(join(folder, "full.node.js")).href);
