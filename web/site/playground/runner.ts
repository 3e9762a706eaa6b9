import { policy } from "posenc:sandbox-policy";
import { trusted } from "../trusted-types.ts";
import { type Entry, loadEntries } from "./entries.ts";
import { type Message, messageOf } from "./messages.ts";
import frameScript from "./sandbox/frame.js?raw";
import showScript from "./sandbox/show.js?raw";
import workerScript from "./sandbox/worker.js?raw";

// Runs code in a frame of another origin: it has no storage and no network, and can only send messages to the page.

/** The only HTML that the page makes from text. */
const PAGE = trusted("posenc-sandbox", {
  createHTML: (script: string) =>
    `<!doctype html><meta http-equiv="Content-Security-Policy" content="${policy}"><script>${script}</script>`,
}).createHTML(frameScript);

const SCRIPT = `${showScript}\n${workerScript}`;

export interface Runner {
  /** Starts some code with the entries that it imports, and stops the code that still runs. */
  run(code: string, imported: readonly Entry[]): Promise<void>;
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
  frame.srcdoc = PAGE;
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
  return {
    async run(code, imported) {
      const run = ++latest;
      const [entries] = await Promise.all([loadEntries(imported), ready]);
      if (run === latest) send({ kind: "run", run, code, entries, script: SCRIPT });
    },
    stop() {
      latest++;
      send({ kind: "stop" });
    },
  };
}
