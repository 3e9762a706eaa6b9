/**
 * Runs before and after `npm pack` and `npm publish`. With the settings of build/addresses.mjs the packed package.json names
 * the project's repository, its issues and its home page; without them the fields are absent.
 *
 *   node tools/pack.mjs before | after
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { addressFields } from "./build/addresses.mjs";
import { ROOT, runMain } from "./process.mjs";

const PACKAGE = join(ROOT, "package.json");
/** package.json as it is, while another one is packed. */
const KEPT = join(ROOT, "build/package.json.kept");

function before() {
  const fields = addressFields(process.env);
  if (Object.keys(fields).length === 0) return;
  const text = readFileSync(PACKAGE, "utf8");
  mkdirSync(dirname(KEPT), { recursive: true });
  writeFileSync(KEPT, text);
  writeFileSync(PACKAGE, `${JSON.stringify({ ...JSON.parse(text), ...fields }, undefined, 2)}\n`);
}

function after() {
  if (existsSync(KEPT)) renameSync(KEPT, PACKAGE);
}

await runMain(async () => (process.argv[2] === "after" ? after() : before()));
