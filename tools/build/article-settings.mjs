/**
 * What differs from one published copy of the article to another. Environment variables of the build:
 *
 *   POSENC_REPOSITORY   address of the repository; without it the page names none
 *   POSENC_SITE         address of the page; without it the links for other sites are relative
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../process.mjs";

const escaped = (/** @type {string} */ text) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** The address of the page with a slash at its end, or nothing. */
export const siteAddress = () => (process.env.POSENC_SITE ?? "").replace(/([^/])$/, "$1/");

/** Texts for `<!-- setting: name -->`, as HTML. */
export function articleSettings() {
  const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const repository = process.env.POSENC_REPOSITORY;
  const site = siteAddress();
  return {
    version,
    repository: repository ? ` · <a href="${escaped(repository)}">repository</a>` : "",
    url: site ? `\n  url     = {${escaped(site)}},` : "",
  };
}

/** A text that changes with the settings, for stamps. */
export const settingsKey = () => JSON.stringify([process.env.POSENC_REPOSITORY, process.env.POSENC_SITE]);
