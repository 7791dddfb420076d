import { defineConfig } from "vitest/config";

// React and React Router run their production code, which takes half as long as their development code.
process.env.NODE_ENV = "production";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "tools/**/*.test.ts", "demo/load/**/*.test.ts", "storm/*.test.ts", "bench/*.test.ts"],
    globalSetup: ["src/server/testing/vitest-global-setup.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // May be more than the number of cores, because tests often wait: for timers, timeouts and the database.
    maxWorkers: 4,
    // Node loads the server's modules once per worker, as it does once per process in production. Test files can share
    // them, because apart from caches their state belongs to an App, and each test file has its own App and database.
    isolate: false,
    // Fewer garbage collections of the young generation: a twentieth less processor time.
    execArgv: ["--min-semi-space-size=32", "--max-semi-space-size=64"],
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Tests run commands of the CLI in the worker's process and replace `process.stdout.write` to read the output
    // (src/cli/testing/). Vitest must not take the output first.
    disableConsoleIntercept: true,
    // Background work takes a second on an idle machine, and longer on a busy one.
    expect: { poll: { timeout: 10_000 } },
    retry: 0,
  },
});
