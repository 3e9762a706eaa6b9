/** The licences of programs that are bundled into the package or compiled into its binary. */
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { Failure, ROOT } from "../process.mjs";

/**
 * @param {readonly string[]} moduleFiles every file of a bundle; npm packages are recognised by their folder
 * @returns {string} the text of THIRD-PARTY-NOTICES.txt
 */
export function thirdPartyNotices(moduleFiles) {
  const folders = moduleFiles.map((file) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? "");
  const npm = [...new Set(folders)].filter((folder) => folder !== "").map(npmNotice);
  return joined([...npm.sort(), ...compiledNotices()]);
}

/** One text with a line between the notices. @param {readonly string[]} notices */
export const joined = (notices) => `${notices.join(`\n\n${"-".repeat(80)}\n\n`)}\n`;

/** @param {string} folder of an npm package */
export function npmNotice(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  if (file === undefined)
    throw new Failure(`${name} has no licence file, and so cannot be bundled: use another package`);
  return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), "utf8").trim()}`;
}

/** C and C++ parts come from the system or a toolchain without copies of their licences, so copies are in this folder. */
function compiledNotices() {
  const folder = join(ROOT, "tools/build/licences");
  return readdirSync(folder)
    .sort()
    .map((file) => `${basename(file, ".txt")}\n\n${readFileSync(join(folder, file), "utf8").trim()}`);
}
