import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize, sep } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
/** The built page. */
export const SITE = join(ROOT, "build/site");
/** The built package, as a stranger's page would load it. */
export const DIST = join(ROOT, "dist");

const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".wasm": "application/wasm",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
};

/** What a path answers in place of its file. */
export interface Reply {
  readonly status?: number;
  readonly headers?: OutgoingHttpHeaders;
  /** Made from the file that the path would have served; absent: that file itself. */
  readonly body?: (file: Buffer) => Buffer | string;
}

export interface SiteOptions {
  /** Folder for each URL prefix; the longest prefix wins. Default: the built page at `/`, the package at `/dist/`. */
  readonly folders?: Readonly<Record<string, string>>;
  /** Pages that exist for one test only: path to HTML. */
  readonly pages?: Readonly<Record<string, string>>;
  /** Content-Security-Policy of every answer. */
  readonly csp?: string;
  /** Lets pages of any origin read the answers, as hosts of packages do. */
  readonly shared?: boolean;
  /** Milliseconds that a path waits for its answer, as on a slow network. */
  readonly delay?: (path: string) => number;
  /** Serves brotli, as a real host would; for measuring what is transferred. */
  readonly brotli?: boolean;
}

export interface Site {
  readonly origin: string;
  /** Path that tests open if they name none: the article, or the page that they add at `/`. */
  readonly start: string;
  /** Faults by path; may change while the site runs, as a broken host recovers. */
  readonly replies: Map<string, Reply>;
  /** Paths asked for, in order. */
  readonly requested: string[];
  close(): Promise<void>;
}

/** The path of the article. */
export const ARTICLE = "/article/";

/** An empty page of every site: what leaves a page for it stays in its process, which Firefox changes for about:blank. */
export const EMPTY = "/empty";
const EMPTY_PAGE = '<!doctype html><title>empty</title><link rel="icon" href="data:,">';

/** Read at once: for files of the system's cache that is sooner done than asked for, and a page waits for it. */
function fileFor(path: string, options: SiteOptions): Buffer | undefined {
  const page = { [EMPTY]: EMPTY_PAGE, ...options.pages }[path];
  if (page !== undefined) return Buffer.from(page);
  const folders = options.folders ?? { "/": SITE, "/dist/": DIST };
  const prefix = Object.keys(folders)
    .filter((start) => path.startsWith(start))
    .sort((a, b) => b.length - a.length)[0];
  if (prefix === undefined) return undefined;
  const folder = folders[prefix] as string;
  const file = normalize(join(folder, path.slice(prefix.length), path.endsWith("/") ? "index.html" : ""));
  if (!file.startsWith(folder + sep)) return undefined;
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  options: SiteOptions,
  replies: ReadonlyMap<string, Reply>,
): Promise<void> {
  const path = decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname);
  const file = fileFor(path, options);
  if (options.delay) await setTimeout(options.delay(path));
  const reply = replies.get(path);
  const status = reply?.status ?? (file === undefined ? 404 : 200);
  let body: Buffer | string = file ?? "not found";
  if (reply?.body !== undefined) body = reply.body(file ?? Buffer.alloc(0));
  const extension = file === undefined ? ".html" : extname(path) || ".html";
  const headers: OutgoingHttpHeaders = {
    "Content-Type": TYPES[extension] ?? "application/octet-stream",
    "Cache-Control": "no-store",
    ...(options.shared ? { "Access-Control-Allow-Origin": "*" } : {}),
    ...(options.csp === undefined ? {} : { "Content-Security-Policy": options.csp }),
    ...reply?.headers,
  };
  if (options.brotli === true) {
    body = brotliCompressSync(body);
    headers["Content-Encoding"] = "br";
  }
  response.writeHead(status, headers).end(body);
}

/** Serves the built page (and what a test adds to it) on a free port of this machine. */
export async function serveSite(options: SiteOptions = {}): Promise<Site> {
  const replies = new Map<string, Reply>();
  const requested: string[] = [];
  const server = createServer((request, response) => {
    requested.push(request.url ?? "");
    answer(request, response, options, replies).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  const start = options.folders === undefined && options.pages?.["/"] === undefined ? ARTICLE : "/";
  return { origin: `http://127.0.0.1:${port}`, start, replies, requested, close };
}
