import library from "posenc/inline?url";
import { type Message, messageOf } from "./messages.ts";
import frameScript from "./sandbox/frame.js?raw";
import script from "./sandbox/worker.js?raw";

/** Runs code in a frame that is not of this site: it has no storage, no network, and no way to the page but messages. */

/** The frame may run scripts that it makes itself, and WebAssembly; it may load nothing. */
const POLICY = "default-src 'none'; script-src 'unsafe-inline' blob: 'wasm-unsafe-eval'; worker-src blob:";

export interface Runner {
  /** Starts some code, in place of what still runs. */
  run(code: string): Promise<void>;
  stop(): void;
}

/**
 * @param place - where the frame is put; it shows nothing
 * @param hear - called with every message of the code that was started last
 */
export function runner(place: HTMLElement, hear: (message: Message) => void): Runner {
  const frame = document.createElement("iframe");
  frame.title = "Sandbox of the code";
  frame.hidden = true;
  frame.setAttribute("sandbox", "allow-scripts");
  frame.srcdoc = `<!doctype html><meta http-equiv="Content-Security-Policy" content="${POLICY}"><script>${frameScript}</script>`;
  const ready = new Promise<void>((done) => {
    addEventListener("message", ({ source, data }) => {
      const message = source === frame.contentWindow ? messageOf(data) : undefined;
      if (message?.kind === "ready") done();
      else if (message) hear(message);
    });
  });
  place.append(frame);
  const send = (message: object) => frame.contentWindow?.postMessage(message, "*"); // the frame has no origin to name
  let packageText: Promise<string> | undefined;
  return {
    async run(code) {
      packageText ??= fetch(library).then((response) => response.text());
      const [text] = await Promise.all([packageText, ready]);
      send({ kind: "run", code, library: text, script });
    },
    stop: () => send({ kind: "stop" }),
  };
}
