import { defineConfig } from "vitest/config";

/** Tests of what only Chromium's protocol can emulate: colour schemes, touch, printing, a slow processor. */
const CHROMIUM_ONLY = "**/*.chromium.test.ts";

const project = (name: string, exclude: string[] = []) => ({
  extends: true as const,
  test: { name, exclude, env: { POSENC_BROWSER: name } },
});

export default defineConfig({
  test: {
    include: ["**/*.test.ts"],
    environment: "node",
    testTimeout: 60_000, // a cold browser on a busy machine
    hookTimeout: 120_000,
    maxWorkers: 2, // each worker drives a browser of its own
    projects: [project("chromium"), project("firefox", [CHROMIUM_ONLY])],
  },
});
