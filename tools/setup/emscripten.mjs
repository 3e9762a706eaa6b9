/** Emscripten: the one on the PATH if its version is tested, otherwise Debian's packages in the private folder. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { Failure, ROOT, run, which } from "../process.mjs";
import { isStamped, stamp } from "../stamps.mjs";
import { apt, stampOf, TOOLCHAIN } from "./folder.mjs";
import { patchPrograms } from "./patch-programs.mjs";
import { hasDebianApt } from "./private-apt.mjs";

/** The versions that pass all tests: src/bindings relies on private parts of Emscripten, which tests/tools checks. */
export const TESTED = ["6.0"];
const PREFIX = join(TOOLCHAIN, "debian");
const PACKAGES = join(TOOLCHAIN, "packages");
const PROGRAMS = join(PREFIX, "usr/share/emscripten");
const CONFIG = join(PROGRAMS, ".emscripten"); // Emscripten looks here by itself
const CACHE = join(TOOLCHAIN, "emscripten-cache");
// The patched programs contain the full path of their loader, so a moved checkout unpacks again.
const KEY = `1 ${PREFIX}`;

// Packages that the compiler for WebAssembly never uses: Debian's Node and Python, the host's C library headers and binutils.
const NOT_NEEDED =
  /^(nodejs|node-.*|python3.*|ccache|binutils|lib(c6|gcc-\d+|stdc\+\+-\d+|objc-\d+)-dev|libclang1-\d+|clang-tools-\d+|llvm-\d+-runtime|libcurl.*|libpfm4)$/;

/**
 * @param {string} text with a version such as 6.0.5
 * @returns {string} its major and minor number; "" if there is none
 */
export const minorOf = (text) => /(\d+\.\d+)\.\d+/.exec(text)?.[1] ?? "";

/** Version of the Emscripten on the PATH; "" if there is none. */
async function versionOnPath() {
  const emcc = which("emcc");
  if (emcc === undefined) return "";
  const beside = join(dirname(realpathSync(emcc)), "emscripten-version.txt");
  // Reading the file is quick; asking the program starts Python.
  const text = existsSync(beside)
    ? readFileSync(beside, "utf8")
    : (await run("emcc", ["--version"], { mayFail: true })).output;
  return minorOf(text);
}

/**
 * How to call Emscripten: the folder of its programs ("" for the PATH) and additions to the environment.
 * @returns {Promise<{ folder: string, env: NodeJS.ProcessEnv }>}
 */
export async function emscripten() {
  if (TESTED.includes(await versionOnPath())) return { folder: "", env: {} };
  return { folder: `${PROGRAMS}/`, env: { EM_CONFIG: CONFIG } };
}

/** The linter that came with the private Emscripten, or the one on the PATH. */
export function findClangTidy() {
  if (!existsSync(PREFIX)) return which("clang-tidy");
  const own = join(llvmFolder(PREFIX), "bin/clang-tidy");
  return existsSync(own) ? own : which("clang-tidy");
}

export async function emscriptenReady() {
  if (TESTED.includes(await versionOnPath())) return true;
  if (!isStamped(stampOf("emscripten"), KEY)) return false;
  writeConfig();
  return true;
}

/** @param {(message: string) => void} say */
export async function provideEmscripten(say) {
  if (!hasDebianApt()) {
    const found = (await versionOnPath()) || "none";
    throw new Failure(
      `install Emscripten ${TESTED.join(" or ")} so that emcc is on the PATH (found: ${found}), and run this again`,
    );
  }
  const { packages, patcher } = await downloadPackages(say);
  say("unpacking");
  const unpacked = await unpack(packages, `${PREFIX}.part`);
  const patchelf = await unpack(patcher, join(TOOLCHAIN, "patchelf"));
  const version = readFileSync(join(unpacked, "usr/share/emscripten/emscripten-version.txt"), "utf8");
  const complaint = untested(version);
  if (complaint !== undefined) console.warn(`  ${complaint}`);
  say("patching the programs to run on their own libraries");
  await patchPrograms({ unpacked, final: PREFIX }, llvmFolder(unpacked).replace(unpacked, PREFIX), patchelf);
  // Emscripten's scripts are CommonJS; without their own package.json they would follow ours.
  writeFileSync(join(unpacked, "package.json"), '{ "type": "commonjs" }\n');
  quotePaths(unpacked);
  linkAcorn(unpacked);
  rmSync(PREFIX, { recursive: true, force: true });
  renameSync(unpacked, PREFIX);
  // The next link would rebuild the old compiler's libraries without a message.
  for (const variant of ["module", "tests"]) rmSync(stampOf(`libraries-${variant}`), { force: true });
  writeConfig();
  stamp(stampOf("emscripten"), KEY);
  for (const path of [patchelf, PACKAGES]) rmSync(path, { recursive: true, force: true });
}

/**
 * Debian keeps no older packages: a new version is used, with a warning.
 * @param {string} version
 * @returns {string | undefined} advice if the version was not tested
 */
export function untested(version) {
  const minor = minorOf(version);
  if (TESTED.includes(minor)) return undefined;
  return (
    `Debian's Emscripten is now ${minor || "of an unknown version"}, and posenc was tested with ${TESTED.join(", ")}: ` +
    "if npm test passes, add the version to TESTED in tools/setup/emscripten.mjs; if not, put a tested emcc on the PATH"
  );
}

/**
 * Emscripten with the linter of the same LLVM, and patchelf with its libraries.
 * @param {(message: string) => void} say
 */
async function downloadPackages(say) {
  say("reading Debian's package lists");
  await apt.update();
  const names = await apt.closure(["emscripten"], NOT_NEEDED);
  const clang = names.find((name) => /^clang-\d+$/.test(name));
  if (clang === undefined)
    throw new Failure("Debian's emscripten no longer depends on clang: put emcc on the PATH");
  const wanted = await apt.closure([...names, clang.replace("clang", "clang-tidy")], NOT_NEEDED);
  const packages = await apt.download(wanted, PACKAGES, (done, all) => {
    if (done % 8 === 0 || done === all) say(`downloaded ${done} of ${all} packages`);
  });
  const patcher = await apt.download(await apt.closure(["patchelf"], NOT_NEEDED), PACKAGES, () => {});
  return { packages, patcher };
}

/** @param {readonly string[]} archives @param {string} folder */
async function unpack(archives, folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const archive of archives) await run("dpkg-deb", ["-x", archive, folder]);
  return folder;
}

/**
 * LLVM's folder; its name contains the version.
 * @param {string} prefix
 */
function llvmFolder(prefix) {
  const name = readdirSync(join(prefix, "usr/lib")).find((entry) => /^llvm-\d+$/.test(entry));
  if (name === undefined) throw new Failure("Debian's emscripten came without LLVM: put emcc on the PATH");
  return join(prefix, "usr/lib", name);
}

/**
 * Emscripten's shell scripts find themselves by `$0`, without the quotes that a folder with a space in its name needs.
 * @param {string} unpacked
 */
function quotePaths(unpacked) {
  const folder = join(unpacked, "usr/share/emscripten");
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(folder, entry.name);
    const script = readFileSync(file, "latin1");
    if (script.startsWith("#!/bin/sh"))
      writeFileSync(file, script.replace("readlink -f $0)", 'readlink -f "$0")'), "latin1");
  }
}

/**
 * Emscripten's optimiser imports two packages that Debian leaves out; npm has installed them for us.
 * @param {string} unpacked
 */
function linkAcorn(unpacked) {
  const folder = join(unpacked, "usr/share/emscripten/node_modules");
  mkdirSync(folder, { recursive: true });
  for (const name of ["acorn", "acorn-import-phases"]) {
    rmSync(join(folder, name), { recursive: true, force: true });
    symlinkSync(join(ROOT, "node_modules", name), join(folder, name));
  }
}

/** Written at each set-up, because some version managers change the path of Node. */
function writeConfig() {
  const settings = {
    LLVM_ROOT: join(llvmFolder(PREFIX), "bin"),
    BINARYEN_ROOT: join(PREFIX, "usr"),
    NODE_JS: process.execPath,
    CACHE,
    LLVM_ADD_VERSION: "",
    CLANG_ADD_VERSION: "",
  };
  const text = Object.entries(settings)
    .map(([key, value]) => `${key} = ${JSON.stringify(value)}\n`)
    .join("");
  if (!existsSync(CONFIG) || readFileSync(CONFIG, "utf8") !== text) writeFileSync(CONFIG, text);
}
