import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["**/*.test.ts"],
    environment: "node",
    testTimeout: 30_000, // a cold Chromium on a busy machine
    hookTimeout: 60_000,
    maxWorkers: 2, // each worker drives a browser of its own
  },
});
