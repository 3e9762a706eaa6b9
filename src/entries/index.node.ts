/** posenc in Node. */
import { elsewhere } from "../api/module/elsewhere.ts";
import { nodeHost } from "../api/module/node-host.ts";
import { load as inBrowsers } from "./index.ts";

export * from "./index.ts";

export const load = /* @__PURE__ */ elsewhere(inBrowsers, { host: nodeHost });
