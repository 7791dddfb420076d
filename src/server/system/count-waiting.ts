import { sql } from "kysely";
import { shopsWhere, type Grant, type Permission } from "../../domain/staff-permissions.ts";
import type { App } from "../app.ts";
import { countAlarms } from "../holding/sources.ts";
import { TO_CORRECT } from "../invoicing/find-invoices.ts";
import { seenIn } from "../stock/list-stock-levels.ts";

/** What waits for somebody's hands, by what it takes to do it. */
export interface Waiting {
  /** Paid, not sent yet. */
  toShip?: number;
  /** Proofs of transfers that nobody answered. */
  transfers?: number;
  /** Orders whose money somebody must look at. */
  flags?: number;
  /** Sizes on sale of which few are left, as the shelf shows them under "Poca existencia". */
  lowSizes?: number;
  /** Addresses or browsers that hold more of the shelf than the owner wants to hear of. */
  hoarders?: number;
  /** Reviews that nobody published or hid. */
  reviews?: number;
  /** Invoices the PAC or the SAT refused. */
  refusedInvoices?: number;
  /** Jobs that failed and are tried again or given up. */
  failingJobs?: number;
}

/** Counts what waits for her, in the shops where she may do it; what she may not do is not counted. */
export async function countWaiting(app: App, grants: readonly Grant[]): Promise<Waiting> {
  const count = async (permission: Permission, from: (shop: ReturnType<typeof inShops>) => ReturnType<typeof sql>) => {
    const shops = shopsWhere(grants, permission);
    if (shops !== "all" && shops.length === 0) return undefined;
    const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM ${from(inShops(shops))}`.execute(
      app.db,
    );
    return rows[0]!.count;
  };
  return {
    toShip: await count("orders.ship", (shop) => sql`orders WHERE status = 'PAYMENT_ACCEPTED' AND ${shop}`),
    transfers: await count(
      "payments.confirm",
      (shop) => sql`transfer_receipts r JOIN orders o ON o.id = r.order_id WHERE r.state = 'SUBMITTED' AND ${shop}`,
    ),
    flags: await count(
      "payments.confirm",
      (shop) => sql`order_flags f JOIN orders o ON o.id = f.order_id WHERE f.closed_at IS NULL AND ${shop}`,
    ),
    lowSizes: await lowSizes(app, grants),
    hoarders: shopsWhere(grants, "holds.release") === "all" ? (await countAlarms(app)).alarms : undefined,
    reviews: await count("reviews.moderate", (shop) => sql`reviews WHERE state = 'pending' AND ${shop}`),
    refusedInvoices: await count("invoices.manage", (shop) => sql`invoices i WHERE ${TO_CORRECT} AND ${shop}`),
    failingJobs: await failing(app, grants),
  };
}

function inShops(shops: "all" | readonly string[]) {
  return shops === "all" ? sql`true` : sql`shop_id = ANY (${shops}::uuid[])`;
}

/** The shelf is one for all shops, less the local goods of others. */
async function lowSizes(app: App, grants: readonly Grant[]): Promise<number | undefined> {
  const shops = shopsWhere(grants, "stock.change");
  if (shops !== "all" && shops.length === 0) return undefined;
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM sizes s JOIN products p ON p.id = s.product_id
    WHERE NOT s.is_hidden AND ${seenIn(shops)} AND s.available > 0
      AND s.available <= coalesce(s.low_stock_threshold, (SELECT low_stock_threshold FROM stock_settings))`.execute(
    app.db,
  );
  return rows[0]!.count;
}

/** Jobs belong to no shop. */
async function failing(app: App, grants: readonly Grant[]): Promise<number | undefined> {
  if (shopsWhere(grants, "system.view") !== "all") return undefined;
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM graphile_worker.jobs WHERE last_error IS NOT NULL`.execute(app.db);
  return rows[0]!.count;
}
