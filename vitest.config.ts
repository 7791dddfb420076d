import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "tools/**/*.test.ts", "demo/load/**/*.test.ts"],
    globalSetup: ["src/server/testing/cluster.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    // The server's modules are loaded once for each worker, by Node itself, as the shop runs them. They keep no state:
    // each test file has a database and an App of its own.
    isolate: false,
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Commands are run in the worker's process and their output is read from its streams.
    disableConsoleIntercept: true,
    // What comes by itself comes in a second; a busy machine takes longer.
    expect: { poll: { timeout: 10_000 } },
    retry: 0,
  },
});
