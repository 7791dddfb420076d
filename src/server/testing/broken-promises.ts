import type { App } from "../app.ts";
import { runAudit } from "../audit/run-audit.ts";
import { releaseExpiredCarts } from "../cart/release-expired.ts";

/**
 * The names of the audit's checks that fail. Apps of tests have no sweeper, which releases expired carts within the ten
 * seconds that a check allows: that is done here first, so that a slow machine fails no test.
 */
export async function listBrokenPromises(app: Pick<App, "db" | "address">): Promise<string[]> {
  await releaseExpiredCarts(app.db);
  const results = await runAudit(app.address);
  return results.filter(({ violations }) => violations > 0).map(({ check }) => check.name);
}
