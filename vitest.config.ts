import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts"],
    globalSetup: ["src/server/testing/cluster.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    // What comes by itself comes in a second; a busy machine takes longer.
    expect: { poll: { timeout: 10_000 } },
    // As for the browser's tests: a stall of the machine is told in the summary and stops no landing; a bug comes twice.
    retry: process.env.CI ? 1 : 0,
  },
});
