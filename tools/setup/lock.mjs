/**
 * One set-up and one build at a time: two runs in one checkout would delete each other's files. No library does it, because the
 * set-up installs the libraries.
 */
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * Runs work in a folder while no other process does; waits until the other one has ended.
 * @template T
 * @param {string} folder
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function exclusively(folder, work) {
  const lock = join(folder, "lock");
  mkdirSync(folder, { recursive: true });
  for (let waited = false; !acquire(lock); waited = true) {
    if (!waited) console.log("Waiting for another run in this checkout to end");
    await sleep(500); // ms
  }
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

/** True if the lock is ours. Removes the lock of a process that has ended. @param {string} lock */
function acquire(lock) {
  // A link appears with its content, so nobody reads a lock that is half written.
  const own = `${lock}.${process.pid}`;
  writeFileSync(own, String(process.pid));
  try {
    linkSync(own, lock);
    return true;
  } catch {
    const pid = holder(lock);
    if (pid !== undefined && !isRunning(pid)) rmSync(lock, { force: true });
    return false;
  } finally {
    rmSync(own);
  }
}

/** The process that has the lock; undefined if it was released meanwhile. @param {string} lock */
function holder(lock) {
  try {
    return Number(readFileSync(lock, "utf8"));
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
