/** The workers of the site. Its pages can start no other: their policy accepts only the addresses in this file. */
import race from "./lab/race-worker.ts?worker&url";
import repeat from "./repeat-worker.ts?worker&url";
import { trusted } from "./trusted-types.ts";
import workbench from "./workbench/worker.ts?worker&url";

const ADDRESSES = { race, repeat, workbench };

const policy = trusted("posenc-workers", {
  createScriptURL(address: string) {
    if (!Object.values(ADDRESSES).includes(address)) throw new TypeError(`No worker starts from ${address}.`);
    return address;
  },
});

export const startWorker = (name: keyof typeof ADDRESSES): Worker =>
  new Worker(policy.createScriptURL(ADDRESSES[name]), { type: "module" });
