/**
 * Programs that make pages of documents, pandoc and nbconvert, for the tests of recipes: 43 MB of Debian packages of the
 * system's own suite, in a folder, without root.
 */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Failure, run } from "../process.mjs";
import { isStamped, stamp } from "../stamps.mjs";
import { hasDebianApt, PrivateApt, systemSuite } from "./private-apt.mjs";

const ROOTS = ["pandoc", "jupyter-nbconvert"];
/**
 * Not followed: Python itself, which the tests need anyway, and the libraries of every program, which the system has; and
 * names that are no packages.
 */
const SYSTEM =
  /^(python3(\.\d+.*|-minimal)?|libpython3.*|lib(c6|gcc-s1|stdc\+\+6)|gcc-.*|debconf|dpkg|perl.*|.*-(api|abi)-.*)$/;

/** @param {string} folder gets `usr` with the programs, and a private apt beside it */
export async function provideDocumentPrograms(folder) {
  const done = join(folder, "installed.stamp");
  const suite = hasDebianApt() ? systemSuite() : undefined;
  if (suite === undefined)
    throw new Failure("pandoc and nbconvert are taken from Debian's packages; this is no Debian");
  if (isStamped(done, suite)) return;
  console.log("  Installing pandoc and nbconvert");
  rmSync(join(folder, "usr"), { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const apt = new PrivateApt(join(folder, "apt"), suite);
  await apt.update();
  const archives = await apt.download(await apt.closure(ROOTS, SYSTEM), join(folder, "packages"), () => {});
  for (const archive of archives) await run("dpkg-deb", ["-x", archive, folder]);
  stamp(done, suite);
}
