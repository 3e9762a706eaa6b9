/** The C++ libraries of the build: the headers of xsimd and, for tests, nlohmann/json, and Catch2's amalgamated pair. */
import { mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Failure, run } from "../process.mjs";
import { isStamped, stamp } from "../stamps.mjs";
import { apt, stampOf, TOOLCHAIN } from "./folder.mjs";
import { hasDebianApt } from "./private-apt.mjs";

const KEY = "xsimd 14, Catch2 3.7, nlohmann/json 3";
const PART = join(TOOLCHAIN, "sources.part");

/** On other systems than Debian, CMake finds or fetches them. */
export function sourcesReady() {
  return isStamped(stampOf("sources"), KEY) || !hasDebianApt();
}

/** @param {(message: string) => void} say */
export async function provideSources(say) {
  rmSync(PART, { recursive: true, force: true });
  mkdirSync(PART, { recursive: true });
  say("downloading");
  await apt.update();
  const packages = await apt.download(["libxsimd-dev", "nlohmann-json3-dev"], PART, () => {});
  for (const each of packages) await run("dpkg-deb", ["-x", each, join(PART, "packages")]);
  await apt.downloadSource("catch2", PART);
  const archive = readdirSync(PART).find((name) => /^catch2_3\..*\.orig\.tar\.\w+$/.test(name));
  if (archive === undefined)
    throw new Failure("Debian's catch2 is not version 3 any more: see CMakeLists.txt for 3.7.1");
  mkdirSync(join(PART, "catch2"));
  await run("tar", ["-xf", join(PART, archive), "-C", join(PART, "catch2"), "--strip-components=1"]);

  // These alone: the system's other headers would hide Emscripten's.
  replace(join(PART, "packages/usr/include"), join(TOOLCHAIN, "headers"));
  replace(join(PART, "catch2"), join(TOOLCHAIN, "catch2"));
  rmSync(PART, { recursive: true, force: true });
  stamp(stampOf("sources"), KEY);
}

/** @param {string} from @param {string} to */
function replace(from, to) {
  rmSync(to, { recursive: true, force: true });
  renameSync(from, to);
}
