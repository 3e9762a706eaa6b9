import { spawn, spawnSync } from "node:child_process";
import type { Socket } from "node:net";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import type { Writable } from "node:stream";

/** Code for NumPy, run by one Python for all tests of a worker: to import NumPy takes longer than to run the code. */

export interface Matrix {
  readonly shape: readonly number[];
  readonly values: readonly number[];
}

/** Answers each line, a code and a name in it, by a line: the array of that name, or the error. Ends with its input. */
const LOOP = `
import contextlib, json, sys, traceback
import numpy
for line in sys.stdin:
    code, name = json.loads(line)
    scope = {}
    try:
        with contextlib.redirect_stdout(sys.stderr):
            exec(code, scope)
        answer = [list(scope[name].shape), scope[name].astype(float).ravel().tolist()]
    except BaseException:
        answer = traceback.format_exc()
    print(json.dumps(answer), flush=True)
`;

/** The first Python on the PATH that has NumPy: a version manager's may lack it. */
export function pythonWithNumpy(): string {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const python = folders
    .map((folder) => join(folder, "python3"))
    .find((file) => spawnSync(file, ["-c", "import numpy"]).status === 0);
  if (python === undefined) throw new Error("no python3 on the PATH has NumPy (Debian: python3-numpy)");
  return python;
}

let running: Running | undefined;

interface Running {
  readonly input: Writable;
  readonly answers: AsyncIterator<string>;
}

function start(): Running {
  const child = spawn(pythonWithNumpy(), ["-c", LOOP], { stdio: ["pipe", "pipe", "inherit"] });
  // The worker need not wait for Python, which ends when the worker does.
  for (const part of [child, child.stdin as Socket, child.stdout as Socket]) part.unref();
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return { input: child.stdin, answers };
}

/** Runs code for NumPy, and reads the array of a name. */
export async function runNumpy(code: string, name: string): Promise<Matrix> {
  running ??= start();
  running.input.write(`${JSON.stringify([code, name])}\n`);
  const { value, done } = await running.answers.next();
  if (done) throw new Error("Python ended before it gave an answer");
  const answer = JSON.parse(value.replaceAll("Infinity", "1e999")); // JSON has no word for it
  if (typeof answer === "string") throw new Error(answer);
  const [shape, values] = answer;
  return { shape, values };
}
