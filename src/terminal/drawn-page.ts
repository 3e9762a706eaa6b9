/** A figure that a browser without a window draws: a server of this program gives it the page, and takes the picture. */
import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { accessSync, constants, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

export interface DrawnFigure {
  readonly tag: string;
  readonly attributes: readonly (readonly [name: string, value: string])[];
  readonly type: "svg" | "png";
  /** CSS pixels. */
  readonly width: number;
}

/** A figure that was not drawn, or a browser that is not there. */
class PictureError extends Error {
  readonly code = "picture";
}

/** Figures that search or train take seconds; longer than this, something hangs. */
const patience = 60_000; // ms
/** No picture of a figure comes near. */
const mostBytes = 64 * 2 ** 20;

const names = [
  ...["chromium", "chromium-browser", "chromium-headless-shell", "google-chrome", "google-chrome-stable"],
  ...["microsoft-edge", "chrome.exe", "msedge.exe"],
];
const elsewhere = [
  ...["Google Chrome", "Chromium", "Microsoft Edge"].map(
    (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
  ),
  ...["PROGRAMFILES", "PROGRAMFILES(X86)"].flatMap((folder) =>
    ["Google/Chrome/Application/chrome.exe", "Microsoft/Edge/Application/msedge.exe"].map((file) =>
      join(process.env[folder] ?? "", file),
    ),
  ),
];

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** @param given The path that was asked for. */
function browserOf(given: string | undefined): string {
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  const known = [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...elsewhere];
  const found = (given === undefined ? known : [given]).find(isProgram);
  if (found !== undefined) return found;
  throw new PictureError(
    given === undefined
      ? "no Chromium, Chrome or Edge was found; install one, or give its path as --browser=PATH"
      : `${given} is not a program that may be run; give the path of Chromium, Chrome or Edge`,
  );
}

/** Runs in the page, alone: draws the figure, and sends its picture or what is wrong. */
async function drawInPage({ tag, attributes, type }: DrawnFigure): Promise<void> {
  const send = (name: string, body: Blob | string) => fetch(name, { method: "POST", body });
  const warnings: string[] = [];
  console.warn = (...words) => warnings.push(words.filter((word) => typeof word === "string").join(" "));
  try {
    const figure = document.createElement(tag) as HTMLElement & { toBlob?(type: string): Promise<Blob> };
    if (figure.toBlob === undefined) throw new Error(`<${tag}> is not a figure of posenc`);
    for (const [name, value] of attributes) figure.setAttribute(name, value);
    const refused = () => new Error(warnings.join(" "));
    await new Promise<void>((resolve, reject) => {
      figure.addEventListener("pe-ready", () => resolve(), { once: true });
      setInterval(() => warnings.length > 0 && reject(refused()), 50);
      document.body.append(figure);
    });
    if (warnings.length > 0) throw refused();
    await send("picture", await figure.toBlob(type));
  } catch (error) {
    await send("fault", (error as Error).message);
  }
}

const pageOf = (figure: DrawnFigure): string =>
  `<!doctype html><meta charset="utf-8"><style>body{margin:0;width:${figure.width}px;font-family:system-ui,sans-serif}</style><body>
<script src="embed.single.js"></script><script>(${drawInPage})(${JSON.stringify(figure).replaceAll("<", "\\u003c")})</script>`;

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request) {
    bytes += part.length;
    if (bytes > mostBytes) throw new PictureError(`the picture is larger than ${mostBytes} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** A server on this machine alone, under a name that no other program knows. */
async function serve(figure: DrawnFigure, end: (picture: Buffer | Error) => void) {
  const secret = randomUUID();
  const script = readFileSync(fileURLToPath(new URL("./embed.single.js", import.meta.url)));
  const server = createServer((request, response) => {
    const name = request.url?.startsWith(`/${secret}/`) ? request.url.slice(secret.length + 2) : undefined;
    if (request.method === "POST" && (name === "picture" || name === "fault"))
      bodyOf(request)
        .then((body) => end(name === "picture" ? body : new PictureError(body.toString())))
        .catch(end)
        .finally(() => response.end());
    else if (name === "") response.setHeader("content-type", "text/html").end(pageOf(figure));
    else if (name === "embed.single.js") response.setHeader("content-type", "text/javascript").end(script);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/${secret}/` };
}

/** Debian's browser is a script that starts the program: both are ended, as a group of processes. */
const hasGroups = process.platform !== "win32";

/** @returns the bytes of the picture @param path The browser's path; left out, one is looked for. */
export async function draw(figure: DrawnFigure, path: string | undefined): Promise<Uint8Array> {
  const program = browserOf(path);
  const profile = await mkdtemp(join(tmpdir(), "posenc-"));
  let server: Server | undefined;
  let browser: ChildProcess | undefined;
  try {
    return await new Promise<Buffer>((resolve, reject) => {
      const end = (found: Buffer | Error) => (Buffer.isBuffer(found) ? resolve(found) : reject(found));
      setTimeout(
        () => end(new PictureError(`the figure was not drawn in ${patience / 1000} s`)),
        patience,
      ).unref();
      serve(figure, end).then((made) => {
        server = made.server;
        const options = { stdio: "ignore", detached: hasGroups } as const;
        browser = spawn(program, [...flagsFor(figure, profile), made.address], options);
        browser.on("error", end);
        browser.on("exit", (code) =>
          end(new PictureError(`${program} ended with code ${code} before it drew`)),
        );
      }, reject);
    });
  } finally {
    server?.closeAllConnections();
    server?.close();
    await ended(browser);
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

const flagsFor = ({ width }: DrawnFigure, profile: string): string[] => [
  ...["--headless", "--disable-gpu", "--no-first-run", "--no-default-browser-check", "--hide-scrollbars"],
  ...[`--user-data-dir=${profile}`, `--window-size=${width},2000`],
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []), // Chromium refuses root otherwise, and the page is ours
];

function ended(browser: ChildProcess | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (browser?.pid === undefined || browser.exitCode !== null || browser.signalCode !== null)
      return resolve();
    browser.once("exit", () => resolve());
    if (hasGroups) process.kill(-browser.pid, "SIGTERM");
    else browser.kill();
  });
}
