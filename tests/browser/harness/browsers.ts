import type { Browser } from "playwright-core";
import { BROWSER, firefoxPreferences, launchChromium, launchFirefox, type Preferences } from "./launch.ts";

/** The browsers of this worker, by the settings that they run with. */
const running = new Map<string, Promise<Browser>>();

/**
 * {@link BROWSER} as its reader has set it up, one for all files that a worker runs: to start one costs more than most
 * tests do in it. It ends with the worker.
 */
export function browserFor(preferences: Preferences = {}): Promise<Browser> {
  const settings = BROWSER === "firefox" ? firefoxPreferences(preferences) : {}; // Chromium emulates them page by page
  const key = JSON.stringify(settings);
  // Vitest ends a worker by a signal, and the driver ends its browsers when the process exits.
  if (running.size === 0) process.once("SIGTERM", () => process.exit());
  const browser = running.get(key) ?? (BROWSER === "firefox" ? launchFirefox(settings) : launchChromium());
  running.set(key, browser);
  return browser;
}
