import { defineConfig } from "vitest/config";

/** Tests of what only Chromium's protocol can emulate: colour schemes, touch, printing, a slow processor. */
const CHROMIUM_ONLY = "**/*.chromium.test.ts";

const project = (name: string, groupOrder: number, exclude: string[] = []) => ({
  extends: true as const,
  // A worker keeps its browser from file to file, as long as the next one is for the same browser.
  test: { name, exclude, env: { POSENC_BROWSER: name }, isolate: false, sequence: { groupOrder } },
});

export default defineConfig({
  test: {
    include: ["**/*.test.ts"],
    environment: "node",
    testTimeout: 60_000, // a cold browser on a busy machine
    hookTimeout: 120_000,
    maxWorkers: 3, // each drives a browser of its own, which waits for a third of its time
    projects: [project("chromium", 0), project("firefox", 1, [CHROMIUM_ONLY])],
  },
});
