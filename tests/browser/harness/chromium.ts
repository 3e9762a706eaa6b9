import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium } from "playwright-core";

const NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome"];

/** Keeps the browser from calling home: a test run makes no request but to its own server. */
const QUIET = [
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The path of the first Chromium on the PATH. */
function findChromium(): string {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const found = NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
  if (found === undefined) throw new Error(`no Chromium on the PATH; looked for ${NAMES.join(", ")}`);
  return found;
}

/** Starts a headless Chromium; the caller closes it. */
export function launchChromium(): Promise<Browser> {
  const isRoot = process.getuid?.() === 0; // Chromium's sandbox refuses to run as root
  return chromium.launch({
    executablePath: findChromium(),
    args: isRoot ? [...QUIET, "--no-sandbox"] : QUIET,
  });
}
