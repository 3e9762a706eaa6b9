/** Runs programs. The message of a failure is one line that says what to do. */
import { spawn } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { basename, delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** The repository's top folder. */
export const ROOT = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");

/** A failure with a message of one line for the person at the terminal; no stack is shown. */
export class Failure extends Error {
  /** @param {string} message @param {string} [details] shown before it */
  constructor(message, details = "") {
    super(message);
    this.details = details;
  }
}

/**
 * Path of a program on the PATH, or undefined.
 * @param {string} name
 * @param {string} [path]
 */
export function which(name, path = process.env.PATH ?? "") {
  for (const folder of path.split(delimiter)) {
    const file = join(folder, name);
    try {
      accessSync(file, constants.X_OK);
      return file;
    } catch {
      // Not in this folder.
    }
  }
  return undefined;
}

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd] default: the repository
 * @property {NodeJS.ProcessEnv} [env] added to the environment
 * @property {boolean} [show] pass the output on as it comes; default false
 * @property {boolean} [mayFail] return on a non-zero status; default false
 * @property {number} [timeout] milliseconds after which the program is ended; default none
 * @property {(line: string) => void} [onLine] called for each line of output
 */

/**
 * Runs a program to its end.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<{ status: number, stdout: string, output: string }>} `output` is both streams, in order of arrival
 * @throws {Failure} on a non-zero status, with the last lines of the output
 */
export function run(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: options.cwd ?? ROOT,
      env: { ...process.env, ...options.env },
      stdio: ["ignore", "pipe", "pipe"],
      detached: options.timeout !== undefined, // a group of its own, so that its children end with it
    });
    const end = () => child.pid !== undefined && process.kill(-child.pid, "SIGKILL");
    const ending = options.timeout === undefined ? undefined : setTimeout(end, options.timeout);
    let stdout = "";
    let output = "";
    child.stdout.on("data", (data) => {
      stdout += data;
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8");
      if (options.show) stream.on("data", (data) => process.stdout.write(data));
      createInterface({ input: stream }).on("line", (line) => {
        output += `${line}\n`;
        options.onLine?.(line);
      });
    }
    child.on("error", (error) => reject(new Failure(`cannot run ${program}: ${error.message}`)));
    child.on("close", (status, signal) => {
      clearTimeout(ending);
      const code = status ?? 1;
      if (code === 0 || options.mayFail) return resolve({ status: code, stdout, output });
      const tail = options.show ? "" : output.trimEnd().split("\n").slice(-40).join("\n");
      const call = `${basename(program)} ${args.find((arg) => !arg.startsWith("-")) ?? ""}`.trim();
      reject(
        new Failure(`${call} failed (${signal ?? `status ${code}`}): see above, and run this again`, tail),
      );
    });
  });
}

/**
 * Runs a script's main function; a Failure ends it with its message alone.
 * @param {() => Promise<void>} main
 */
export async function runMain(main) {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.details !== "") console.error(error.details);
    console.error(`\nposenc: ${error.message}`);
    process.exit(1);
  }
}
