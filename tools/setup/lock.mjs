/** One set-up at a time: two runs in one checkout would delete each other's files. */
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { TOOLCHAIN } from "./folder.mjs";

const LOCK = join(TOOLCHAIN, "lock");

/**
 * Runs work while no other process does; waits until the other one has ended.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function exclusively(work) {
  mkdirSync(TOOLCHAIN, { recursive: true });
  for (let waited = false; !acquire(); waited = true) {
    if (!waited) console.log("Waiting for another set-up of this checkout to end");
    await sleep(500); // ms
  }
  try {
    return await work();
  } finally {
    rmSync(LOCK, { force: true });
  }
}

/** True if the lock is ours. Removes the lock of a process that has ended. */
function acquire() {
  // A link appears with its content, so nobody reads a lock that is half written.
  const own = `${LOCK}.${process.pid}`;
  writeFileSync(own, String(process.pid));
  try {
    linkSync(own, LOCK);
    return true;
  } catch {
    const pid = holder();
    if (pid !== undefined && !isRunning(pid)) rmSync(LOCK, { force: true });
    return false;
  } finally {
    rmSync(own);
  }
}

/** The process that has the lock; undefined if it was released meanwhile. */
function holder() {
  try {
    return Number(readFileSync(LOCK, "utf8"));
  } catch {
    return undefined;
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
