import type { App } from "../app.ts";
import { auditSnapshot } from "../audit/run-audit.ts";
import { releaseExpiredCarts } from "../cart/release-expired.ts";

/**
 * The names of the audit's checks that fail. Test Apps have no sweeper to release expired carts within the ten seconds
 * that a check allows, so they are released here first. The checks run on the App's connections, which plan them once:
 * on a new connection an audit takes twice the time.
 */
export async function listViolatedInvariants(app: Pick<App, "db" | "genericPlanDb">): Promise<string[]> {
  await releaseExpiredCarts(app.db);
  const results = await auditSnapshot(app.genericPlanDb);
  return results.filter(({ violationCount }) => violationCount > 0).map(({ check }) => check.name);
}
