/** What differs from one published copy of the article to another: the version, and the addresses if they are set. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { homepageOf, repositoryOf } from "../../../tools/build/addresses.mjs";
import { ROOT } from "../../../tools/process.mjs";

const escaped = (/** @type {string} */ text) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** The address of the page with a slash at its end, or nothing. */
export const siteAddress = () => homepageOf(process.env) ?? "";

/** Texts for `<!-- setting: name -->`, as HTML. */
export function articleSettings() {
  const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const repository = repositoryOf(process.env);
  const site = siteAddress();
  return {
    version,
    repository: repository ? ` · <a href="${escaped(repository)}">repository</a>` : "",
    url: site ? `\n  url     = {${escaped(site)}},` : "",
  };
}

/** A text that changes with the settings, for stamps. */
export const settingsKey = () => JSON.stringify([repositoryOf(process.env), siteAddress()]);
