/** A small picture for each preset, which can stand in for a figure. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { presetPicture } from "../pictures/presets.mjs";
import { builtPackage } from "./built-package.mjs";

/**
 * Writes pictures/<preset>.svg.
 * @param {string} folder of the package, with its JavaScript in it
 */
export async function writePictures(folder) {
  const posenc = await builtPackage(folder);
  const pe = await posenc.load();
  const target = join(folder, "pictures");
  mkdirSync(target);
  for (const name of /** @type {(keyof typeof posenc.presets)[]} */ (Object.keys(posenc.presets))) {
    const picture = presetPicture(name, posenc, pe);
    if (picture !== undefined) writeFileSync(join(target, `${name}.svg`), picture);
  }
}
