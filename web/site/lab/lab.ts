/** The lab: `<pe-race>` with a worker for each model. */
import type { RaceElement } from "posenc/elements";
import "posenc/embed.js";
import "posenc/figures.css";
import address from "./race-worker.ts?worker&url";

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (address: string) => string },
  ): { createScriptURL(address: string): string };
}

/** The page's policy allows one policy of Trusted Types, and that one allows one address. */
const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy("posenc-lab", {
  createScriptURL(given) {
    if (given !== address) throw new TypeError(`this page starts no worker from ${given}`);
    return given;
  },
});

void customElements.whenDefined("pe-race").then((element) => {
  (element as unknown as typeof RaceElement).startWorker = () =>
    new Worker(policy?.createScriptURL(address) ?? address, { type: "module" });
});
