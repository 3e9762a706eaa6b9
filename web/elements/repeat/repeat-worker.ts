/**
 * The script of a worker that looks for near-repeats, so that a long search leaves the page alone.
 *
 * It says first whether it can compute. Each request then comes with a port of its own: the answer goes back over it, and
 * any message from it ends the search.
 */
import { fullModule } from "../definition/full-module.ts";
import { type Answer, type Asked, findInSlices } from "./repeat-find.ts";

async function answer(asked: Asked, port: MessagePort): Promise<void> {
  const abort = new AbortController();
  port.onmessage = () => abort.abort();
  const send = (message: Answer) => port.postMessage(message);
  try {
    const find = findInSlices(await fullModule());
    send({ found: await find(asked, abort.signal) });
  } catch (error) {
    send({ error });
  }
}

// Imported anywhere else, the script does nothing.
if ("WorkerGlobalScope" in globalThis) {
  addEventListener("message", ({ data, ports: [port] }: MessageEvent<Asked>) => {
    if (port) void answer(data, port);
  });
  fullModule().then(
    () => postMessage(true),
    () => postMessage(false),
  );
}
