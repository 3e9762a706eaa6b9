import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["**/*.test.ts"],
    environment: "node",
    testTimeout: 300_000, // ms: more than ten times what any takes alone
    hookTimeout: 300_000,
    setupFiles: ["./harness/same-bytes.ts"],
    isolate: false, // no test leaves anything behind, and to load the package for each file takes a quarter of the time
    execArgv: ["--disallow-code-generation-from-strings"], // as under a strict Content-Security-Policy
  },
});
