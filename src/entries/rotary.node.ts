/** posenc/rotary in Node. */
import { elsewhere } from "../api/module/elsewhere.ts";
import { nodeHost } from "../api/module/node-host.ts";
import { load as inBrowsers } from "./rotary.ts";

export * from "./rotary.ts";

export const load = /* @__PURE__ */ elsewhere(inBrowsers, { host: nodeHost });
