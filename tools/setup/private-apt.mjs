/**
 * Debian packages without root: a private apt, with its lists, cache and status in the private folder.
 *
 * It reads a newer suite from the mirror that the system's apt already uses, and checks signatures with the
 * system's Debian keyring. Nothing outside the folder changes.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Failure, run, which } from "../process.mjs";

// Debian 12's own Emscripten and xsimd are too old; this is the first suite with Emscripten 4 or later.
const SUITE = "forky";
// Images for containers keep no caches, so that each call would parse the lists again. Options override the settings of such an image.
const KEEP_CACHES = ["pkgcache", "srcpkgcache"].flatMap((name) => ["-o", `Dir::Cache::${name}=${name}.bin`]);
const KEYRINGS = ["debian-archive-keyring.pgp", "debian-archive-keyring.gpg"].map((name) =>
  join("/usr/share/keyrings", name),
);

/** True if a private apt can work on this machine. */
export function hasDebianApt() {
  return (
    ["apt-get", "apt-cache", "dpkg-deb"].every((name) => which(name)) &&
    KEYRINGS.some((file) => existsSync(file))
  );
}

/** The suite that this system is made of: programs of it run with the system's libraries. */
export const systemSuite = () =>
  /^VERSION_CODENAME=(\w+)$/m.exec(readFileSync("/etc/os-release", "utf8"))?.[1];

/**
 * Mirrors of Debian's main archive among the system's sources. Before the first `apt-get update` sources have no origin.
 * Then the release separates Debian's sources from others, and the keyring decides in the end.
 */
async function debianMirrors() {
  const format = "$(CREATED_BY)|$(COMPONENT)|$(ORIGIN)|$(RELEASE)|$(REPO_URI)";
  const { stdout } = await run("apt-get", ["indextargets", "--format", format]);
  const codename = systemSuite();
  const mirrors = stdout
    .split("\n")
    .map((line) => line.split("|"))
    .filter(([kind, component]) => kind === "Packages" && component === "main")
    .filter(
      ([, , origin, release]) =>
        (origin === "Debian" || !origin || origin.startsWith("$")) && release === codename,
    )
    .map(([, , , , uri]) => uri ?? "");
  return [...new Set(mirrors)];
}

/** An apt with its own state in a folder. */
export class PrivateApt {
  /** @param {string} folder @param {string} suite that it reads */
  constructor(folder, suite = SUITE) {
    this.folder = folder;
    this.suite = suite;
    /** @type {Promise<void> | undefined} */
    this.updated = undefined;
    this.env = { APT_CONFIG: join(folder, "apt.conf"), LC_ALL: "C" };
  }

  /** Reads the suite's package lists, once a run: the suite changes, and old lists name files that no longer exist. */
  update() {
    this.updated ??= this.#readLists();
    return this.updated;
  }

  async #readLists() {
    const mirrors = await debianMirrors();
    for (const mirror of mirrors) {
      this.#writeConfiguration(mirror);
      const { status } = await this.#run("apt-get", ["update", "-q", "--error-on=any"], { mayFail: true });
      if (status === 0) return;
    }
    throw new Failure(
      mirrors.length === 0
        ? "apt has no Debian mirror: add one to /etc/apt/sources.list, or put emcc 4 or later on the PATH"
        : `cannot read Debian's ${this.suite} suite from apt's mirror: check the network, and run this again`,
    );
  }

  /**
   * @param {string} program
   * @param {readonly string[]} args
   * @param {import("../process.mjs").RunOptions} [options]
   */
  #run(program, args, options = {}) {
    return run(program, [...KEEP_CACHES, ...args], { ...options, env: this.env });
  }

  /** @param {string} mirror */
  #writeConfiguration(mirror) {
    for (const name of ["lists/partial", "cache/archives/partial"]) {
      mkdirSync(join(this.folder, name), { recursive: true });
    }
    const keyring = KEYRINGS.find((file) => existsSync(file));
    const source = `[signed-by=${keyring}] ${mirror} ${this.suite} main`;
    writeFileSync(join(this.folder, "status"), "");
    writeFileSync(join(this.folder, "sources.list"), `deb ${source}\ndeb-src ${source}\n`);
    const configuration = {
      "Dir::Etc::sourcelist": join(this.folder, "sources.list"),
      "Dir::Etc::sourceparts": "-",
      "Dir::State": this.folder,
      "Dir::State::status": join(this.folder, "status"),
      "Dir::Cache": join(this.folder, "cache"),
      "Acquire::Languages": "none",
      "APT::Sandbox::User": "", // the folder need not be readable to apt's own user
    };
    const lines = Object.entries(configuration).map(([key, value]) => `${key} "${value}";`);
    writeFileSync(join(this.folder, "apt.conf"), `${lines.join("\n")}\n`);
  }

  /**
   * The packages that some packages need at run time, themselves included.
   * @param {readonly string[]} roots
   * @param {RegExp} skipped names that are not followed
   */
  async closure(roots, skipped) {
    const seen = new Set(roots);
    let level = [...roots];
    while (level.length > 0) {
      const { stdout } = await this.#run("apt-cache", ["show", "--no-all-versions", ...level]);
      const needed = [...stdout.matchAll(/^(?:Pre-)?Depends: (.*)$/gm)]
        .flatMap((match) => (match[1] ?? "").split(","))
        .map((clause) => (clause.split("|")[0] ?? "").trim().replace(/[\s:(].*$/, ""));
      level = [...new Set(needed)].filter((name) => !seen.has(name) && !skipped.test(name));
      for (const name of level) seen.add(name);
    }
    return [...seen];
  }

  /**
   * Downloads packages into a folder; complete files that are there already stay.
   * @param {readonly string[]} packages
   * @param {string} folder
   * @param {(done: number, all: number) => void} onProgress
   * @returns {Promise<string[]>} the files
   */
  async download(packages, folder, onProgress) {
    mkdirSync(folder, { recursive: true });
    const { stdout } = await this.#run("apt-get", ["download", "--print-uris", ...packages]);
    const wanted = [...stdout.matchAll(/^'\S+' (\S+) \d+ SHA256:(\w+)$/gm)].map(
      ([, file = "", hash = ""]) => ({
        file: join(folder, file),
        name: file.split("_")[0] ?? "",
        hash,
      }),
    );
    const missing = wanted.filter(({ file, hash }) => !existsSync(file) || sha256(file) !== hash);
    for (const { file } of missing) rmSync(file, { force: true });
    let done = wanted.length - missing.length;
    const onLine = (/** @type {string} */ line) => {
      if (line.startsWith("Get:")) onProgress(++done, wanted.length);
    };
    // All at once: apt takes longer to read its lists than to fetch a small package.
    const names = missing.map(({ name }) => name);
    if (names.length > 0) await this.#run("apt-get", ["download", "-q", ...names], { cwd: folder, onLine });
    return wanted.map(({ file }) => file);
  }

  /**
   * Downloads a source package.
   * @param {string} name
   * @param {string} folder
   */
  async downloadSource(name, folder) {
    mkdirSync(folder, { recursive: true });
    await this.#run("apt-get", ["source", "-q", "--download-only", name], { cwd: folder });
  }
}

/** @param {string} file */
function sha256(file) {
  return createHash("sha256").update(readFileSync(file)).digest("hex");
}
