import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["**/*.test.ts"],
    environment: "node",
    testTimeout: 20_000, // a busy machine
    execArgv: ["--disallow-code-generation-from-strings"], // as under a strict Content-Security-Policy
  },
});
