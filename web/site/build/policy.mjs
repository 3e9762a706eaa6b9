/**
 * The Content-Security-Policy of every page of the site: no script or style inside a page, no other server, no form. A
 * `<meta>` holds it, so that it holds on any host.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { BARE, SOURCE } from "./site-pages.mjs";

const SANDBOX = "posenc:sandbox-policy";
const FRAME = join(SOURCE, "playground/sandbox/frame.js");

/** Allows the script that the playground writes into its sandboxed frame, and no other script that is written somewhere. */
const frameHash = () => `'sha256-${createHash("sha256").update(readFileSync(FRAME)).digest("base64")}'`;

/** @param {Readonly<Record<string, string>>} directives */
const text = (directives) =>
  Object.entries(directives)
    .map(([name, values]) => `${name} ${values}`)
    .join("; ");

const PAGE = {
  "default-src": "'none'",
  "script-src": "'self' 'wasm-unsafe-eval'",
  "worker-src": "'self'",
  "connect-src": "'self'",
  "style-src": "'self'",
  "font-src": "'self'",
  "img-src": "'self' data:", // pictures to save are drawn from data: addresses
  "base-uri": "'none'",
  "form-action": "'none'",
  "require-trusted-types-for": "'script'",
  "trusted-types": "posenc-workers", // web/site/workers.ts
};

/** The sandboxed frame inherits the page's policy, so this one also allows what the frame does. */
const playground = () => ({
  ...PAGE,
  "script-src": `${PAGE["script-src"]} ${frameHash()} blob:`,
  "worker-src": `${PAGE["worker-src"]} blob:`,
  "trusted-types": `${PAGE["trusted-types"]} posenc-sandbox`,
});

/** wllama starts its worker from a text, and the worker takes the module from the page: both addresses are made there. */
const llamaCpp = () => ({
  ...PAGE,
  "worker-src": `${PAGE["worker-src"]} blob:`,
  "connect-src": `${PAGE["connect-src"]} blob:`,
  "trusted-types": `${PAGE["trusted-types"]} default`, // web/site/reference/llama-cpp-run.ts
});

/** The frame itself may run its own script, and workers made of text; it may load nothing. */
const sandbox = () => ({
  "default-src": "'none'",
  "script-src": `${frameHash()} blob: 'wasm-unsafe-eval'`,
  "worker-src": "blob:",
});

/** @param {string} page path on the site */
function policyOf(page) {
  if (page.startsWith("playground/")) return text(playground());
  return text(page === "reference/llama-cpp.html" ? llamaCpp() : PAGE);
}

/** A header that no `<meta>` can replace: which pages of other sites may show this one in a frame. @param {string} page */
const framersOf = (page) => (page === BARE ? undefined : "frame-ancestors 'none'");

/** @param {string | undefined} address */
const pageAt = (address) => new URL(address ?? "/", "http://localhost").pathname.slice(1);

/**
 * A plugin for Vite: puts the policy into the pages that it builds, and sends the header with the pages that it serves.
 * @returns {import("vite").Plugin}
 */
export const policy = () => ({
  name: "policy",
  transformIndexHtml: {
    order: "post", // it stands before all that it rules
    handler: (html, { path }) =>
      html.replace(
        /<meta charset="utf-8" ?\/?>/i,
        (charset) =>
          `${charset}\n    <meta http-equiv="Content-Security-Policy" content="${policyOf(path.replace(/^\//, ""))}" />`,
      ),
  },
  configurePreviewServer({ middlewares }) {
    middlewares.use((request, response, next) => {
      const framers = framersOf(pageAt(request.url));
      if (framers !== undefined) response.setHeader("Content-Security-Policy", framers);
      next();
    });
  },
  resolveId: (id) => (id === SANDBOX ? `\0${SANDBOX}` : undefined),
  load: (id) =>
    id === `\0${SANDBOX}` ? `export const policy = ${JSON.stringify(text(sandbox()))};` : undefined,
});
