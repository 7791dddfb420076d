import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runAudit } from "../audit/run-audit.ts";
import { migrateAll } from "../start-app.ts";
import { LANDINGS, openLanding, type Landing } from "../testing/landing.ts";

const ORDERS = "SELECT id, reference, status, total_cents, grand_total_cents FROM orders ORDER BY id";

describe.each(LANDINGS)("a shop of the version with %s", (lastMigration) => {
  let before: unknown[];
  let landing: Landing;

  beforeAll(async () => {
    landing = await openLanding(lastMigration);
    before = (await landing.client.query(ORDERS)).rows;
    await migrateAll(landing.address);
  });

  afterAll(async () => {
    await landing?.drop();
  });

  test("keeps every order's number, status and total", async () => {
    expect(before.length).toBeGreaterThan(0);
    expect((await landing.client.query(ORDERS)).rows).toEqual(before);
  });

  test("lets every order be changed", async () => {
    await landing.client.query("UPDATE orders SET customer_name = customer_name");
  });

  test("passes the audit, except for work that waits for the worker", async () => {
    const broken = (await runAudit(landing.address)).filter(({ violations }) => violations > 0);
    expect(broken.map(({ check }) => check.name).filter((name) => name !== "webhooks-are-processed")).toEqual([]);
  });
});
