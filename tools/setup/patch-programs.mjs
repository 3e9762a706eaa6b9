/**
 * Makes programs of a newer Debian run on this machine: each gets the loader of its own C library as interpreter, and looks
 * for libraries in the folder of that loader.
 */
import { closeSync, openSync, readdirSync, readSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { Failure, run } from "../process.mjs";

/**
 * Every ELF file below a folder, links not followed.
 * @param {string} folder
 * @returns {string[]}
 */
function elfFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return elfFiles(path);
    return entry.isFile() && isElf(path) ? [path] : [];
  });
}

/** @param {string} file */
function isElf(file) {
  const head = Buffer.alloc(4);
  const descriptor = openSync(file, "r");
  readSync(descriptor, head);
  closeSync(descriptor);
  return head.toString("latin1") === "\x7fELF";
}

/**
 * The dynamic loader among unpacked packages.
 * @param {readonly string[]} files
 */
function findLoader(files) {
  const loader = files.find((file) => /^ld-linux.*\.so\.\d$/.test(basename(file)));
  if (loader === undefined) throw new Failure("Debian's libc6 has no dynamic loader: put emcc on the PATH");
  return loader;
}

/**
 * Patches the programs in an unpacked folder so that they run when the folder has its final name.
 * @param {{ unpacked: string, final: string }} folders
 * @param {string} llvm LLVM's own folder inside the final one
 * @param {string} patcher a second copy of patchelf and its libraries, because it must not patch its own files
 */
export async function patchPrograms({ unpacked, final }, llvm, patcher) {
  const files = elfFiles(join(unpacked, "usr"));
  const loader = findLoader(files);
  const finalLoader = loader.replace(unpacked, final);
  const rpath = `${dirname(finalLoader)}:${join(llvm, "lib")}`;

  const ownLoader = findLoader(elfFiles(join(patcher, "usr")));
  const patchelf = ["--library-path", dirname(ownLoader), join(patcher, "usr/bin/patchelf"), "--force-rpath"];
  const programs = files.filter((file) => /\/bin\/[^/]+$/.test(file));
  // The loader and the C library find each other by themselves and must stay as they are.
  const libraries = files
    .filter((file) => dirname(file) === dirname(loader) || dirname(file).endsWith("/lib"))
    .filter((file) => /\.so(\.|$)/.test(file) && !/^(ld-linux|lib[cm]\.so)/.test(basename(file)));
  await run(ownLoader, [...patchelf, "--set-rpath", rpath, ...libraries]);
  await run(ownLoader, [...patchelf, "--set-rpath", rpath, "--set-interpreter", finalLoader, ...programs]);
}
