import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    testTimeout: 300_000, // ms: more than ten times what any takes alone
    hookTimeout: 300_000,
  },
});
