/**
 * Programs that make pages of documents, pandoc and nbconvert, for the tests of recipes: 43 MB of Debian packages of the
 * system's own suite, in a folder, without root.
 */
import { mkdirSync, readdirSync, rmSync } from "node:fs";
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
  const packages = join(folder, "packages");
  rmSync(packages, { recursive: true, force: true });
  mkdirSync(packages);
  // All at once: apt takes longer to read its lists than to fetch a small package.
  await run("apt-get", ["download", "-q", ...(await apt.closure(ROOTS, SYSTEM))], {
    env: apt.env,
    cwd: packages,
  });
  for (const file of readdirSync(packages)) await run("dpkg-deb", ["-x", join(packages, file), folder]);
  stamp(done, suite);
}
