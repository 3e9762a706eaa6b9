/**
 * The script of a worker that trains one lane of `<pe-race>`.
 *
 * Its first message tells whether it can compute. Then it answers each question of the page by a message with its number.
 */
import { type Message, serve } from "./lane-runner.ts";

// Outside a worker the script does nothing.
if ("WorkerGlobalScope" in globalThis) {
  const answer = serve((reply) => postMessage(reply));
  addEventListener("message", ({ data }: MessageEvent<Message>) => void answer(data));
}
