import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium, firefox } from "playwright-core";

/** The browser that these tests drive: tests/browser/vitest.config.ts runs them once for each. */
export const BROWSER = process.env.POSENC_BROWSER === "firefox" ? "firefox" : "chromium";

const NAMES = {
  chromium: [
    "chromium-headless-shell", // has no windows to draw, so tests take less time than in the browser itself
    "chromium",
    "chromium-browser",
    "google-chrome-stable",
    "google-chrome",
    "chrome",
  ],
  firefox: ["firefox-esr", "firefox"],
};

/** Keeps Chromium from requests of its own: a test run makes requests to its own server only. */
const QUIET_CHROMIUM = [
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

/** Keeps Firefox from requests of its own. */
const QUIET_FIREFOX = {
  "app.normandy.enabled": false,
  "app.update.auto": false,
  "browser.safebrowsing.update.enabled": false,
  "datareporting.policy.dataSubmissionEnabled": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
};

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The path of the first program of these names on the PATH. */
function find(names: readonly string[]): string {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const found = names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
  if (found === undefined) throw new Error(`not on the PATH: ${names.join(", ")}`);
  return found;
}

/** Starts a headless Chromium; the caller closes it. */
export function launchChromium(): Promise<Browser> {
  const isRoot = process.getuid?.() === 0; // Chromium's sandbox refuses to run as root
  return chromium.launch({
    executablePath: find(NAMES.chromium),
    args: isRoot ? [...QUIET_CHROMIUM, "--no-sandbox"] : QUIET_CHROMIUM,
  });
}

/** What a reader may have set in the system or the browser. */
export interface Preferences {
  readonly colorScheme?: "light" | "dark" | "no-preference" | null;
  readonly forcedColors?: "active" | "none" | null;
  readonly reducedMotion?: "reduce" | "no-preference" | null;
}

/** The preferences as settings of Firefox, which cannot emulate them; empty if nothing is preferred. */
export function firefoxPreferences(preferences: Preferences): Record<string, number> {
  const { colorScheme, forcedColors, reducedMotion } = preferences;
  return {
    ...(colorScheme === "dark" ? { "ui.systemUsesDarkTheme": 1 } : {}),
    ...(forcedColors === "active" ? { "browser.display.document_color_use": 2 } : {}),
    ...(reducedMotion === "reduce" ? { "ui.prefersReducedMotion": 1 } : {}),
  };
}

/** Starts a headless Firefox as it is installed, not a build of the test tool's own: hence the channel; the caller closes it. */
export function launchFirefox(preferences: Record<string, number>): Promise<Browser> {
  return firefox.launch({
    channel: "moz-firefox",
    executablePath: find(NAMES.firefox),
    firefoxUserPrefs: { ...QUIET_FIREFOX, ...preferences },
  });
}
