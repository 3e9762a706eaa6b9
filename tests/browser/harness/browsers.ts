import type { Browser } from "playwright-core";
import { test } from "vitest";
import { BROWSER, firefoxPreferences, launchChromium, launchFirefox, type Preferences } from "./launch.ts";

/** The browsers of this worker, by the settings that they run with. */
const running = new Map<string, Promise<Browser>>();

/**
 * {@link BROWSER} as its reader has set it up, one for all files that a worker runs: to start one costs more than most
 * tests do in it.
 */
export function browserFor(preferences: Preferences): Promise<Browser> {
  const settings = BROWSER === "firefox" ? firefoxPreferences(preferences) : {}; // Chromium emulates them page by page
  const key = JSON.stringify(settings);
  const browser = running.get(key) ?? (BROWSER === "firefox" ? launchFirefox(settings) : launchChromium());
  running.set(key, browser);
  return browser;
}

/** Gives its hooks a `browser` without preferences; all browsers end with the worker. */
// biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern what the fixture needs
export const testInBrowser = test.extend("browser", { scope: "worker" }, ({}, { onCleanup }) => {
  onCleanup(async () => {
    for (const browser of running.values()) await (await browser).close();
  });
  return browserFor({});
});
