import { defineConfig } from "vitest/config";

// React and React Router run as they do in production, in half of the time.
process.env.NODE_ENV = "production";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "tools/**/*.test.ts", "demo/load/**/*.test.ts", "storm/*.test.ts", "bench/*.test.ts"],
    globalSetup: ["src/server/testing/vitest-global-setup.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Tests wait for timers and timeouts at times.
    maxWorkers: 4,
    // Node loads the server's modules once per worker, as in production. They have no global state:
    // each test file has its own database and App.
    isolate: false,
    // Fewer collections of young objects: a twentieth less processor time.
    execArgv: ["--min-semi-space-size=32", "--max-semi-space-size=64"],
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Tests run commands of the CLI in the worker's process and read their output from its streams.
    disableConsoleIntercept: true,
    // Background work takes a second on an idle machine, and longer on a busy one.
    expect: { poll: { timeout: 10_000 } },
    retry: 0,
  },
});
