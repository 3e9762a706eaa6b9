import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["*.test.ts"],
    environment: "node",
    globalSetup: "./pack.ts",
    testTimeout: 1_200_000, // ms: ten times what Next takes alone
    hookTimeout: 1_200_000,
  },
});
