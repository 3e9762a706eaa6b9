/**
 * Runs before and after `npm pack` and `npm publish`. With POSENC_REPOSITORY=https://<host>/<owner>/<name> the packed
 * package.json names the project's repository, its issues and its home page (or POSENC_HOMEPAGE). Without it, the fields
 * are absent: nothing in this repository knows where it will live.
 *
 *   node tools/pack.mjs before | after
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { Failure, ROOT, runMain } from "./process.mjs";

const PACKAGE = join(ROOT, "package.json");
/** package.json as it is, while another one is packed. */
const KEPT = join(ROOT, "build/package.json.kept");

/**
 * The fields of package.json that say where the project lives.
 * @param {string | undefined} repository address of its page
 * @param {string | undefined} homepage default: the repository's README
 * @returns {{ repository?: { type: "git", url: string }, bugs?: { url: string }, homepage?: string }}
 */
export function addressFields(repository, homepage) {
  if (repository === undefined)
    return homepage === undefined ? {} : { homepage: address(homepage, "HOMEPAGE") };
  const page = address(repository, "REPOSITORY").replace(/(\.git)?\/?$/, "");
  return {
    repository: { type: "git", url: `git+${page}.git` },
    bugs: { url: `${page}/issues` },
    homepage: homepage === undefined ? `${page}#readme` : address(homepage, "HOMEPAGE"),
  };
}

/** @param {string} text @param {string} name of the setting */
function address(text, name) {
  if (!URL.canParse(text) || new URL(text).protocol !== "https:")
    throw new Failure(`POSENC_${name} must be an address that begins with https://; got "${text}"`);
  return text;
}

function before() {
  // An empty setting is none, as a workflow without a value has it.
  const { POSENC_REPOSITORY, POSENC_HOMEPAGE } = process.env;
  const fields = addressFields(POSENC_REPOSITORY || undefined, POSENC_HOMEPAGE || undefined);
  if (Object.keys(fields).length === 0) return;
  const text = readFileSync(PACKAGE, "utf8");
  mkdirSync(dirname(KEPT), { recursive: true });
  writeFileSync(KEPT, text);
  writeFileSync(PACKAGE, `${JSON.stringify({ ...JSON.parse(text), ...fields }, undefined, 2)}\n`);
}

function after() {
  if (existsSync(KEPT)) renameSync(KEPT, PACKAGE);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  await runMain(async () => (process.argv[2] === "after" ? after() : before()));
