/**
 * The script of a worker that searches for near-repeats, so that a long search does not slow the page down.
 *
 * Its first message tells whether it can compute. Each query then comes with a port of its own: the answer is sent
 * through this port, and any message from it stops the search.
 */
import { fullModule } from "../definition/full-module.ts";
import { type Answer, findInSlices, type RepeatQuery } from "./repeat-find.ts";

async function answer(query: RepeatQuery, port: MessagePort): Promise<void> {
  const abort = new AbortController();
  port.onmessage = () => abort.abort();
  const send = (message: Answer) => port.postMessage(message);
  try {
    const find = findInSlices(await fullModule.load());
    send({ found: await find(query, abort.signal) });
  } catch (error) {
    send({ error });
  }
}

// Outside a worker the script does nothing.
if ("WorkerGlobalScope" in globalThis) {
  addEventListener("message", ({ data, ports: [port] }: MessageEvent<RepeatQuery>) => {
    if (port) void answer(data, port);
  });
  fullModule.load().then(
    () => postMessage(true),
    () => postMessage(false),
  );
}
