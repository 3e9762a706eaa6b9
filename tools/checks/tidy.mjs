/** clang-tidy over the C++ sources, with the flags of the native build, which must have been configured. */
import { availableParallelism } from "node:os";
import { basename, join } from "node:path";
import { Failure, ROOT, run } from "../process.mjs";
import { findClangTidy } from "../setup/emscripten.mjs";
import { contentKey, isStamped, stamp } from "../stamps.mjs";
import { trackedFiles } from "./tracked.mjs";

/** @returns {Promise<string[]>} the complaints */
export async function checkTidy() {
  const tidy = findClangTidy();
  if (tidy === undefined) throw new Failure("install clang-tidy, and run this again");
  const files = await trackedFiles();
  const shared = contentKey([".clang-tidy", ...files.filter((path) => /^src\/.*\.hpp$/.test(path))]);
  const queue = files.filter((path) => /^src\/(kernels|reference)\/.*\.cpp$/.test(path));
  /** @type {string[]} */
  const complaints = [];
  const worker = async () => {
    for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
      // A source that was clean stays clean until it, a header or the rules change.
      const done = join(ROOT, "build/tidy", `${basename(path)}.stamp`);
      const key = `${shared} ${contentKey([path])}`;
      if (isStamped(done, key)) continue;
      const args = ["-p", join(ROOT, "build/native"), "--quiet", "--warnings-as-errors=*", join(ROOT, path)];
      const { status, stdout } = await run(tidy, args, { mayFail: true });
      if (status === 0) stamp(done, key);
      else complaints.push(stdout.replaceAll(`${ROOT}/`, "").trim());
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return complaints;
}
