import library from "posenc/inline?url";
import { type Message, messageOf } from "./messages.ts";
import frameScript from "./sandbox/frame.js?raw";
import script from "./sandbox/worker.js?raw";

/** Runs code in a frame of another origin: it has no storage and no network, and can only send messages to the page. */

/** The frame may run its own scripts and WebAssembly; it may load nothing. */
const POLICY = "default-src 'none'; script-src 'unsafe-inline' blob: 'wasm-unsafe-eval'; worker-src blob:";

export interface Runner {
  /** Starts some code, and stops the code that still runs. */
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
  let latest = 0; // number of the last start or stop; messages of earlier code are dropped
  const ready = new Promise<void>((done) => {
    addEventListener("message", ({ source, data }) => {
      const message = source === frame.contentWindow ? messageOf(data) : undefined;
      if (message?.kind === "ready") done();
      else if (message && data.run === latest) hear(message);
    });
  });
  place.append(frame);
  const send = (message: object) => frame.contentWindow?.postMessage(message, "*"); // the frame has no origin to name
  let packageText: Promise<string> | undefined;
  return {
    async run(code) {
      const run = ++latest;
      packageText ??= textAt(library).catch((error) => {
        packageText = undefined; // the network may be back for the next run
        throw error;
      });
      const [text] = await Promise.all([packageText, ready]);
      if (run === latest) send({ kind: "run", run, code, library: text, script });
    },
    stop() {
      latest++;
      send({ kind: "stop" });
    },
  };
}

async function textAt(url: string): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response.text();
}
