import type { Posenc, Repeat } from "../../../src/api/full.ts";
import type { FigureSpec } from "../definition/figure-spec.ts";

/** Ways to find the nearest repeat of some offsets while the page goes on. */

export interface Asked {
  readonly spec: FigureSpec;
  readonly from: number;
  readonly to: number;
}

/** Rejects with the signal's reason if that comes first. */
export type Find = (asked: Asked, signal: AbortSignal) => Promise<Repeat>;

/** The answer of a worker. */
export type Answer = { readonly found: Repeat } | { readonly error: unknown };

/** Searches on the page's own thread, in slices with pauses for other work. */
export function findInSlices(pe: Posenc): Find {
  return ({ spec, from, to }, signal) => pe.nearestRepeat(spec, { from, to, signal });
}

/** Searches in a worker with `repeat-worker.ts`. Uses `otherwise` if no worker starts: a policy may forbid it, or its file is missing. */
export function findInWorker(start: () => Worker, otherwise: Find): Find {
  let started: Promise<Worker | undefined> | undefined;
  return async (asked, signal) => {
    started ??= ready(start).catch(() => undefined);
    const worker = await started;
    signal.throwIfAborted();
    return worker ? ask(worker, asked, signal) : otherwise(asked, signal);
  };
}

/** The worker, once it has said that it can compute. */
function ready(start: () => Worker): Promise<Worker> {
  return new Promise((resolve, reject) => {
    const worker = start();
    worker.onerror = reject;
    worker.onmessage = ({ data: canCompute }) => (canCompute ? resolve(worker) : reject());
  });
}

function ask(worker: Worker, asked: Asked, signal: AbortSignal): Promise<Repeat> {
  const { port1: port, port2 } = new MessageChannel();
  const answer = new Promise<Repeat>((resolve, reject) => {
    port.onmessage = ({ data }: MessageEvent<Answer>) =>
      "found" in data ? resolve(data.found) : reject(data.error);
    signal.addEventListener("abort", () => {
      port.postMessage("stop");
      reject(signal.reason);
    });
  });
  worker.postMessage(asked, [port2]);
  return answer.finally(() => port.close());
}
