import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["*.test.ts"],
    environment: "node",
    testTimeout: 300_000, // Next's build on a busy machine
    hookTimeout: 120_000,
  },
});
