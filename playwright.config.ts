import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { defineConfig, devices } from "@playwright/test";
import { resolveBrowserPath } from "./e2e/support/browser.ts";
import { findFreePort } from "./src/server/testing/find-free-port.ts";
import { liveBrowserArguments, hasLiveTools, makeCertificateFolder } from "./e2e/support/live-shop.ts";

// Each worker loads this file again and must use the same shop.
process.env.E2E_PORT ??= String(await findFreePort());
process.env.E2E_DATA_DIR ??= mkdtempSync(path.join(tmpdir(), "escaparate-e2e-"));
if (hasLiveTools()) process.env.E2E_LIVE_DIR ??= makeCertificateFolder();
const certificateFolder = process.env.E2E_LIVE_DIR;
if (!certificateFolder) console.warn("The tests of a live shop are skipped: they need nginx and openssl.");
const origin = `http://localhost:${process.env.E2E_PORT}`;
/** Only this machine can be reached: a page that needs another host fails. */
const ONLY_LOCALHOST =
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1";
/** Pages are open only for seconds, so not optimizing their code saves a sixth of their processor time. */
const browserArgs = ["--no-sandbox", "--disable-gpu", "--js-flags=--no-opt,--no-maglev"];
const launchOptions = {
  executablePath: await resolveBrowserPath({ prefersHeadlessShell: true }),
  args: [...browserArgs, ONLY_LOCALHOST],
};

/** Journeys of customers that are the same at every screen size. They run on a phone only, which has the least room. */
const PHONE_ONLY = /@phone-only/;
/** Tests that use or change the branch: one at a time, while other tests use the head office. */
const BRANCH = /(settings|branches)\.spec/;
/** A test that stops the PAC. No other test may request an invoice meanwhile. */
const PAC_DOWN = /pac-down\.spec/;
/** Tests that start their own shop in live mode behind TLS. */
const LIVE = /live\.spec/;

export default defineConfig({
  testDir: "e2e",
  // Node runs TypeScript natively. The tests also import the shop's code.
  build: { external: ["**/*.ts"] },
  fullyParallel: true,
  // Tests also wait for the shop and for timers, so there may be more workers than processors.
  workers: 3,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  // Shared machines stall at times. The summary reports a retried test as "flaky", which is a defect to fix.
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  reporter: [["list"]],
  globalTeardown: "./e2e/support/tear-down.ts",
  use: {
    baseURL: origin,
    locale: "es-MX",
    timezoneId: "America/Mexico_City",
    // Pages that do not move take a fifth less processor time. Tests of motion allow it.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions,
    // A service worker answers page loads before `page.route` can. Tests of service workers allow them.
    serviceWorkers: "block",
    trace: "on-first-retry",
  },
  projects: [
    // First the projects whose tests run one after the other: at the end they would leave workers idle.
    ...(certificateFolder
      ? [
          {
            name: "live",
            use: {
              ...devices["Desktop Chrome"],
              viewport: { width: 1440, height: 900 },
              // A second shop starts next to the browser.
              actionTimeout: 30_000,
              launchOptions: { ...launchOptions, args: [...browserArgs, ...liveBrowserArguments(certificateFolder)] },
            },
            testMatch: LIVE,
          },
        ]
      : []),
    {
      name: "branch",
      workers: 1,
      use: { ...devices["Desktop Chrome"], viewport: { width: 1440, height: 900 } },
      testMatch: BRANCH,
    },
    {
      name: "desktop",
      use: { ...devices["Desktop Chrome"], viewport: { width: 1440, height: 900 } },
      testIgnore: [BRANCH, PAC_DOWN, LIVE],
      grepInvert: PHONE_ONLY,
    },
    {
      name: "phone",
      use: { ...devices["Pixel 7"] },
      // Journeys that depend on the layout, which run on both, and those of PHONE_ONLY.
      grep: /@phone/,
    },
    {
      name: "pac-down",
      use: { ...devices["Desktop Chrome"], viewport: { width: 1440, height: 900 } },
      testMatch: PAC_DOWN,
      dependencies: ["desktop", "phone"],
    },
  ],
  webServer: {
    command: "node src/main.ts",
    url: `${origin}/readyz`,
    timeout: 120_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 20_000 },
    env: {
      PORT: process.env.E2E_PORT,
      DATA_DIR: process.env.E2E_DATA_DIR,
      RATE_LIMIT_SCALE: "1000",
      LOG_LEVEL: "warn",
    },
  },
});
