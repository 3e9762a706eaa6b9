import type { Posenc, Repeat } from "../../../src/entries/encodings.ts";
import type { FigureSpec } from "../definition/figure-spec.ts";

/** Ways to find the nearest repeat among some offsets without blocking the page. */

export interface RepeatQuery {
  readonly spec: FigureSpec;
  readonly from: number;
  readonly to: number;
}

/** Rejects with the signal's reason if the search is aborted. */
export type Find = (query: RepeatQuery, signal: AbortSignal) => Promise<Repeat>;

/** The answer of a worker. */
export type Answer = { readonly found: Repeat } | { readonly error: unknown };

/** Searches on the page's own thread, in slices with pauses for other work. */
export function findInSlices(pe: Posenc): Find {
  return ({ spec, from, to }, signal) => pe.nearestRepeat(spec, { from, to, signal });
}

/** Searches in a worker with `repeat-worker.ts`; by `otherwise` if no worker starts, because of a policy or a missing file. */
export function findInWorker(start: () => Worker, otherwise: Find): Find {
  let started: Promise<Worker | undefined> | undefined;
  return async (query, signal) => {
    started ??= ready(start).catch(() => undefined);
    const worker = await started;
    signal.throwIfAborted();
    return worker ? ask(worker, query, signal) : otherwise(query, signal);
  };
}

/** The worker, once it has reported that it can compute. */
function ready(start: () => Worker): Promise<Worker> {
  return new Promise((resolve, reject) => {
    const worker = start();
    worker.onerror = reject;
    worker.onmessage = ({ data: canCompute }) => (canCompute ? resolve(worker) : reject());
  });
}

function ask(worker: Worker, query: RepeatQuery, signal: AbortSignal): Promise<Repeat> {
  const { port1: port, port2 } = new MessageChannel();
  const answer = new Promise<Repeat>((resolve, reject) => {
    port.onmessage = ({ data }: MessageEvent<Answer>) =>
      "found" in data ? resolve(data.found) : reject(data.error);
    signal.addEventListener("abort", () => {
      port.postMessage("stop");
      reject(signal.reason);
    });
  });
  worker.postMessage(query, [port2]);
  return answer.finally(() => port.close());
}
