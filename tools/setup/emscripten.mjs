/** Emscripten: the one on the PATH when it is new enough, else Debian's packages in the private folder. */
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

const OLDEST = 4; // first major version whose flags and ports the build relies on
const PREFIX = join(TOOLCHAIN, "debian");
const PACKAGES = join(TOOLCHAIN, "packages");
const PROGRAMS = join(PREFIX, "usr/share/emscripten");
const CONFIG = join(PROGRAMS, ".emscripten"); // where Emscripten looks by itself
const CACHE = join(TOOLCHAIN, "emscripten-cache");
// The patched programs name their loader by its full path, so a moved checkout unpacks again.
const KEY = `1 ${PREFIX}`;

// What the compiler for WebAssembly never runs: Debian's Node and Python, the host's C library headers and binutils.
const NOT_NEEDED =
  /^(nodejs|node-.*|python3.*|ccache|binutils|lib(c6|gcc-\d+|stdc\+\+-\d+|objc-\d+)-dev|libclang1-\d+|clang-tools-\d+|llvm-\d+-runtime|libcurl.*|libpfm4)$/;

/** Major version of the Emscripten on the PATH; 0 when there is none. */
async function versionOnPath() {
  const emcc = which("emcc");
  if (emcc === undefined) return 0;
  const beside = join(dirname(realpathSync(emcc)), "emscripten-version.txt");
  // Reading the file is quick; asking the program starts Python.
  const text = existsSync(beside)
    ? readFileSync(beside, "utf8")
    : (await run("emcc", ["--version"], { mayFail: true })).output;
  return Number(/(\d+)\.\d+\.\d+/.exec(text)?.[1] ?? 0);
}

/**
 * How to call Emscripten: the folder of its programs ("" for the PATH) and what to add to the environment.
 * @returns {Promise<{ folder: string, env: NodeJS.ProcessEnv }>}
 */
export async function emscripten() {
  if ((await versionOnPath()) >= OLDEST) return { folder: "", env: {} };
  return { folder: `${PROGRAMS}/`, env: { EM_CONFIG: CONFIG } };
}

/** The linter that came with the private Emscripten, or the one on the PATH. */
export function findClangTidy() {
  if (!existsSync(PREFIX)) return which("clang-tidy");
  const own = join(llvmFolder(PREFIX), "bin/clang-tidy");
  return existsSync(own) ? own : which("clang-tidy");
}

export async function emscriptenReady() {
  if ((await versionOnPath()) >= OLDEST) return true;
  if (!isStamped(stampOf("emscripten"), KEY)) return false;
  writeConfig();
  return true;
}

/** @param {(message: string) => void} say */
export async function provideEmscripten(say) {
  if (!hasDebianApt()) {
    throw new Failure(
      `install Emscripten ${OLDEST} or later so that emcc is on the PATH, and run this again`,
    );
  }
  const { packages, patcher } = await downloadPackages(say);
  say("unpacking");
  const unpacked = await unpack(packages, `${PREFIX}.part`);
  const patchelf = await unpack(patcher, join(TOOLCHAIN, "patchelf"));
  say("patching the programs to run on their own libraries");
  await patchPrograms({ unpacked, final: PREFIX }, llvmFolder(unpacked).replace(unpacked, PREFIX), patchelf);
  // Emscripten's scripts are CommonJS; without a word of their own they would follow our package.json.
  writeFileSync(join(unpacked, "package.json"), '{ "type": "commonjs" }\n');
  linkAcorn(unpacked);
  rmSync(PREFIX, { recursive: true, force: true });
  renameSync(unpacked, PREFIX);
  // Libraries of the compiler before would be thrown away by the next link, which says nothing about it.
  for (const variant of ["module", "tests"]) rmSync(stampOf(`libraries-${variant}`), { force: true });
  writeConfig();
  stamp(stampOf("emscripten"), KEY);
  for (const path of [patchelf, PACKAGES]) rmSync(path, { recursive: true, force: true });
}

/**
 * Emscripten with the linter of the same LLVM, and patchelf with what it runs on.
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

/**
 * @param {readonly string[]} archives
 * @param {string} folder
 */
async function unpack(archives, folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const archive of archives) await run("dpkg-deb", ["-x", archive, folder]);
  return folder;
}

/**
 * LLVM's own folder; Debian names it after its version.
 * @param {string} prefix
 */
function llvmFolder(prefix) {
  const name = readdirSync(join(prefix, "usr/lib")).find((entry) => /^llvm-\d+$/.test(entry));
  if (name === undefined) throw new Failure("Debian's emscripten came without LLVM: put emcc on the PATH");
  return join(prefix, "usr/lib", name);
}

/**
 * Emscripten's optimiser imports two packages that Debian splits off; npm has installed them for us.
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

/** Written at each set-up, since the path of Node changes with its version under some managers. */
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
