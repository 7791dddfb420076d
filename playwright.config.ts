import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { defineConfig, devices } from "@playwright/test";
import { browserPath } from "./e2e/support/browser.ts";
import { freePort } from "./e2e/support/free-port.ts";
import { browserArguments, hasLiveTools, makeCertificate } from "./e2e/support/live-shop.ts";

// The workers read this file again: they must find the same shop.
process.env.E2E_PORT ??= String(await freePort());
process.env.E2E_DATA_DIR ??= mkdtempSync(path.join(tmpdir(), "escaparate-e2e-"));
if (hasLiveTools()) process.env.E2E_LIVE_DIR ??= makeCertificate();
const live = process.env.E2E_LIVE_DIR;
if (!live) console.warn("The tests of a live shop are left out: they need nginx and openssl.");
const origin = `http://localhost:${process.env.E2E_PORT}`;
const launch = { executablePath: await browserPath({ quick: true }), args: ["--no-sandbox", "--disable-gpu"] };

/** Tests that nothing else may run beside. */
const ALONE = /(settings|pac-down)\.spec/;
/** Starts a shop of its own, live and behind TLS. */
const LIVE = /live\.spec/;

export default defineConfig({
  testDir: "e2e",
  // Node runs TypeScript by itself; the shop's own code is used by the tests too.
  build: { external: ["**/*.ts"] },
  fullyParallel: true,
  workers: 2,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  // Shared machines stall now and then. A second try is told as "flaky" in the summary: a list to work off, not a pass.
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  reporter: [["list"]],
  globalTeardown: "./e2e/support/tear-down.ts",
  use: {
    baseURL: origin,
    locale: "es-MX",
    timezoneId: "America/Mexico_City",
    launchOptions: launch,
    // The cookie notice is answered: it covers no button. analytics.spec.ts takes this away.
    storageState: {
      cookies: [],
      origins: [origin, `http://norte.localhost:${process.env.E2E_PORT}`].map((origin) => ({
        origin,
        localStorage: [{ name: "escaparate.consent", value: "denied" }],
      })),
    },
    trace: "on-first-retry",
  },
  projects: [
    // First: its tests follow one another, and would keep one worker alone at the end.
    ...(live
      ? [
          {
            name: "live",
            use: {
              ...devices["Desktop Chrome"],
              viewport: { width: 1440, height: 900 },
              storageState: undefined,
              // A whole shop starts beside the browser.
              actionTimeout: 30_000,
              launchOptions: { ...launch, args: [...launch.args, ...browserArguments(live)] },
            },
            testMatch: LIVE,
          },
        ]
      : []),
    {
      name: "desktop",
      use: { ...devices["Desktop Chrome"], viewport: { width: 1440, height: 900 } },
      testIgnore: [ALONE, LIVE],
    },
    {
      name: "phone",
      use: { ...devices["Pixel 7"] },
      // What depends on the layout: journeys that look at their screens.
      grep: /@phone/,
    },
    // Turns the settings of a branch, or breaks the PAC, that the others need as they are: when those are done.
    {
      name: "settings",
      // Not beside each other either.
      workers: 1,
      use: { ...devices["Desktop Chrome"], viewport: { width: 1440, height: 900 } },
      testMatch: ALONE,
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
