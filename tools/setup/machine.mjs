/** The programs that the machine itself must have: on the PATH, or installed by apt if this user may do so. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { Failure, run, which } from "../process.mjs";

/** What the set-up is for: the package, its tests, benches in a browser, programs in C++ alone, or fuzzing. */
export const NEEDS = /** @type {const} */ (["build", "test", "bench", "native", "fuzz"]);

/** @typedef {(typeof NEEDS)[number]} Need */

/** Debian's own Python, which has Debian's NumPy, may stand behind another one on the PATH. */
const PYTHONS = ["python3", "/usr/bin/python3"];

const hasNumpy = () =>
  PYTHONS.some((python) => spawnSync(python, ["-c", "import numpy"], { stdio: "ignore" }).status === 0);

/** libFuzzer belongs to clang's runtime library, which is a package of its own for each version. */
const FUZZER = "libclang_rt.fuzzer-x86_64.a";
const hasFuzzer = () => {
  const { stdout } = spawnSync("clang++", [`--print-file-name=${FUZZER}`], { encoding: "utf8" });
  return stdout !== null && existsSync(stdout.trim());
};

/**
 * The needs that each program serves, and its Debian package. It is there if one of its names is on the PATH.
 * @type {Record<string, { names?: string[], isThere?: () => boolean, package: string, for: Need[] }>}
 */
const PROGRAMS = {
  CMake: { names: ["cmake"], package: "cmake", for: [...NEEDS] },
  Ninja: { names: ["ninja"], package: "ninja-build", for: [...NEEDS] },
  "Python 3": { names: ["python3"], package: "python3", for: [...NEEDS] },
  Git: { names: ["git"], package: "git", for: ["test", "native"] },
  "a C++ compiler": { names: ["c++"], package: "g++", for: ["test", "bench", "native"] },
  clang: { names: ["clang++"], package: "clang", for: ["fuzz"] },
  libFuzzer: { isThere: hasFuzzer, package: "libclang-rt-14-dev", for: ["fuzz"] },
  Chromium: {
    names: [
      "chromium-headless-shell",
      "chromium",
      "chromium-browser",
      "google-chrome-stable",
      "google-chrome",
      "chrome",
    ],
    package: "chromium-headless-shell", // has no windows to draw, so tests take less time than in the browser itself
    for: ["test", "bench"],
  },
  Firefox: { names: ["firefox-esr", "firefox"], package: "firefox-esr", for: ["test"] },
  "WebKit and its driver": { names: ["WebKitWebDriver"], package: "webkit2gtk-driver", for: ["test"] },
  "a screen for WebKit": { names: ["Xvfb"], package: "xvfb", for: ["test"] },
  NumPy: { isThere: hasNumpy, package: "python3-numpy", for: ["test"] },
};

/**
 * The programs that `need` requires and that are missing.
 * @param {Need} need
 */
export function missingPrograms(need) {
  return Object.entries(PROGRAMS)
    .filter(([, program]) => program.for.includes(need))
    .filter(([, { names = [], isThere }]) => !(isThere?.() ?? names.some((name) => which(name))))
    .map(([title, program]) => ({ title, package: program.package }));
}

/** @param {Need} need @throws {Failure} if a program is missing and this user may not install it */
export async function installPrograms(need) {
  const missing = missingPrograms(need);
  const names = missing.map((program) => program.title).join(", ");
  const packages = missing.map((program) => program.package);
  if (!existsSync("/etc/debian_version")) throw new Failure(`install ${names}, and run this again`);
  if (process.getuid?.() !== 0) {
    throw new Failure(
      `${names} missing: run \`sudo apt-get install ${packages.join(" ")}\`, and run this again`,
    );
  }
  // Browser tests need a font for text, which Chromium's package only recommends.
  if (packages.includes("chromium-headless-shell")) packages.push("fonts-dejavu-core");
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  await run("apt-get", ["update", "-q"], { env });
  const install = ["install", "-q", "-y", "--no-install-recommends", "-o", "DPkg::Lock::Timeout=120"];
  await run("apt-get", [...install, ...packages], { env });
}
