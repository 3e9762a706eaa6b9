import { Wllama } from "@wllama/wllama/esm/index.js";
import wasm from "@wllama/wllama/esm/single-thread/wllama.wasm?url";
import { makeProbe, type ProbePlan, readProbe } from "posenc/probe";
import type { ProbeFacts } from "../probe/facts.ts";
import { wantedOf } from "../probe/wanted.ts";
import { trusted } from "../trusted-types.ts";

// Runs llama.cpp on a probe. Only the button of the page loads this file, and llama.cpp with it.

/** What llama.cpp computes, and what the config says. */
export interface Run extends ProbeFacts {
  /** The build of llama.cpp that ran. */
  readonly version: string;
  /** What the source of another version says of this config, in a sentence. */
  readonly read: string;
}

interface Watcher {
  readonly signal: AbortSignal;
  /** Is called after some tokens, with the number of all that are read. */
  heard(tokens: number, of: number): void;
}

// wllama starts its worker from a text of its own, and names its address as a plain string.
trusted("default", {
  createScriptURL(address: string) {
    if (!address.startsWith("blob:")) throw new TypeError(`No worker starts from ${address}.`);
    return address;
  },
});

export async function run(config: string, watcher: Watcher): Promise<Run> {
  const { plan, files } = makeProbe(config, { format: "gguf" });
  const logprobs = await answersTo(plan, files["model.gguf"]!, watcher);
  return {
    version: Wllama.getLibllamaVersion(),
    plan,
    result: readProbe(plan, { tokens: plan.prompt, logprobs }),
    ...wantedOf(plan, "llama-cpp"),
  };
}

/** Tokens that are sent at once: the worker takes them in their order, and does not wait for the page between two. */
const STEP = 32;

/** The log-probabilities of all tokens after one more token of the prompt. */
async function rowAfter(engine: Wllama, token: number, vocab: number): Promise<Float64Array> {
  const [, marks] = await Promise.all([engine.decode([token], {}), engine.getLogits(-1)]);
  const row = new Float64Array(vocab);
  for (const { token: mark, p } of marks) row[mark] = Math.log(p);
  return row;
}

/** The address of the loaded module: wllama itself takes a server's page of an error for one. */
async function loadedModule(signal: AbortSignal): Promise<string> {
  const response = await fetch(wasm, { signal });
  if (!response.ok) throw new Error(`the module of llama.cpp was not loaded: HTTP ${response.status}`);
  return URL.createObjectURL(await response.blob());
}

async function answersTo(plan: ProbePlan, model: Uint8Array, watcher: Watcher): Promise<Float64Array[]> {
  const said: string[] = [];
  const note = (...texts: unknown[]) => said.push(texts.map(String).join(" "));
  const logger = { debug() {}, log: note, warn() {}, error: note };
  const address = await loadedModule(watcher.signal);
  const engine = new Wllama({ "single-thread/wllama.wasm": address }, { logger });
  const { length } = plan.prompt;
  try {
    await engine.loadModel([new Blob([model as Uint8Array<ArrayBuffer>])], {
      n_ctx: length,
      n_threads: 1,
      // A float32 cache and the plain kernel: what is measured is the rotation, and not the rounding of a cache.
      cache_type_k: "f32",
      cache_type_v: "f32",
      flash_attn: false,
    });
    const rows: Float64Array[] = [];
    for (let from = 0; from < length; from += STEP) {
      watcher.signal.throwIfAborted();
      const part = plan.prompt.slice(from, from + STEP);
      rows.push(...(await Promise.all(part.map((token) => rowAfter(engine, token, plan.vocab)))));
      watcher.heard(rows.length, length);
    }
    return rows;
  } catch (error) {
    watcher.signal.throwIfAborted();
    const cause = said.find((line) => /error|fail/i.test(line));
    throw new Error(`the engine stopped: ${cause ?? (error as Error).message ?? error}`);
  } finally {
    URL.revokeObjectURL(address);
    void engine.exit().catch(() => {}); // the worker may have stopped by itself, with an error
  }
}
