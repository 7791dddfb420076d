import { sql } from "kysely";
import { shopsWithPermission, type Grant, type Permission } from "../../domain/staff-permissions.ts";
import type { App } from "../app.ts";
import { countAlarms } from "../holding/sources.ts";
import { TO_CORRECT } from "../invoicing/search-invoices.ts";
import { HAS_UNSOLVED_PROBLEM } from "../invoicing/list-unfinished-own-invoice-requests.ts";
import { countParcels, listIncompleteOrders } from "../parcels/list-for-staff.ts";
import { isVisibleIn } from "../catalog/visible-products.ts";

/** Counts of pending work. A count is missing if the member may not do that work. */
export interface PendingWork {
  /** Paid orders that are not shipped yet. */
  toShip?: number;
  /** Parcels that should have arrived. */
  lateParcels?: number;
  /** Shipped orders with pieces that are still to be sent (rule PARCEL-3), at most 100. */
  incompleteOrders?: number;
  /** Requested returns that staff have not answered yet. */
  requestedReturns?: number;
  /** Approved returns that have not arrived. */
  approvedReturns?: number;
  /** Returns that arrived and are not settled, and settled returns whose refund is not fully paid. */
  returnsToSettle?: number;
  /** Orders that nobody collected for a week after they were ready. */
  uncollectedOrders?: number;
  /** Orders that were not collected before their last day. Staff decide what happens to them. */
  expiredPickups?: number;
  /** Transfer receipts that are not answered yet. */
  openTransferReceipts?: number;
  /** Open flags of orders, whose payments need a manual check. */
  flags?: number;
  /** Sizes, not hidden, with few available pieces, as the stock page shows them under "Poca existencia". */
  lowSizes?: number;
  /** IP addresses and browsers that hold at least as many pieces as the alarm threshold, at most 100. */
  holdAlarms?: number;
  /** Reviews that are neither published nor hidden yet. */
  reviews?: number;
  /** Refused documents that no later document replaces, and replaced ones whose cancellation failed (`TO_CORRECT`). */
  invoicesToCorrect?: number;
  /** Own-invoice requests (of buyers, for orders of a global invoice) that have a problem for staff. */
  failedOwnInvoiceRequests?: number;
  /** Jobs that failed at least once, including those that were given up. */
  failingJobs?: number;
}

/**
 * Counts the pending work that a member may do, in the shops where they may do it. Work they may not do is not counted.
 */
export async function countPendingWork(app: App, grants: readonly Grant[]): Promise<PendingWork> {
  const countRows = async (
    permission: Permission,
    fromAndWhere: (shopCondition: ReturnType<typeof inShops>) => ReturnType<typeof sql>,
  ) => {
    const shops = shopsWithPermission(grants, permission);
    if (shops !== "all" && shops.length === 0) return undefined;
    const { rows } = await sql<{
      count: number;
    }>`SELECT count(*) AS count FROM ${fromAndWhere(inShops(shops))}`.execute(app.db);
    return rows[0]!.count;
  };
  return {
    toShip: await countRows(
      "orders.ship",
      (shopCondition) => sql`orders WHERE status = 'PAYMENT_ACCEPTED' AND ${shopCondition}`,
    ),
    ...(await countParcelWork(app, grants)),
    requestedReturns: await countRows(
      "orders.change",
      (shopCondition) => sql`returns r JOIN orders o ON o.id = r.order_id WHERE r.state = 'ASKED' AND ${shopCondition}`,
    ),
    approvedReturns: await countRows(
      "orders.ship",
      (shopCondition) =>
        sql`returns r JOIN orders o ON o.id = r.order_id WHERE r.state = 'APPROVED' AND ${shopCondition}`,
    ),
    returnsToSettle: await countRows(
      "payments.refund",
      (shopCondition) => sql`returns r JOIN orders o ON o.id = r.order_id
        WHERE (r.state = 'RECEIVED' OR return_unpaid_cents(r) > 0) AND ${shopCondition}`,
    ),
    uncollectedOrders: await countRows(
      "orders.ship",
      (shopCondition) => sql`pickups p JOIN orders o ON o.id = p.order_id
        WHERE p.state = 'READY' AND p.ready_at < now() - interval '7 days' AND o.status = 'PAYMENT_ACCEPTED' AND ${shopCondition}`,
    ),
    expiredPickups: await countRows(
      "orders.ship",
      (shopCondition) => sql`pickups p JOIN orders o ON o.id = p.order_id
        WHERE p.state = 'EXPIRED' AND o.status = 'PAYMENT_ACCEPTED' AND ${shopCondition}`,
    ),
    openTransferReceipts: await countRows(
      "payments.confirm",
      (shopCondition) =>
        sql`transfer_receipts r JOIN orders o ON o.id = r.order_id WHERE r.state = 'SUBMITTED' AND ${shopCondition}`,
    ),
    flags: await countRows(
      "payments.confirm",
      (shopCondition) =>
        sql`order_flags f JOIN orders o ON o.id = f.order_id WHERE f.closed_at IS NULL AND ${shopCondition}`,
    ),
    lowSizes: await countLowSizes(app, grants),
    holdAlarms: shopsWithPermission(grants, "holds.release") === "all" ? (await countAlarms(app)).alarms : undefined,
    reviews: await countRows(
      "reviews.moderate",
      (shopCondition) => sql`reviews WHERE state = 'pending' AND ${shopCondition}`,
    ),
    invoicesToCorrect: await countRows(
      "invoices.manage",
      (shopCondition) => sql`invoices i WHERE ${TO_CORRECT} AND ${shopCondition}`,
    ),
    failedOwnInvoiceRequests: await countRows(
      "invoices.manage",
      (shopCondition) =>
        sql`own_invoice_requests r JOIN orders o ON o.id = r.order_id WHERE ${HAS_UNSOLVED_PROBLEM} AND ${shopCondition}`,
    ),
    failingJobs: await countFailingJobs(app, grants),
  };
}

async function countParcelWork(app: App, grants: readonly Grant[]): Promise<PendingWork> {
  const shops = shopsWithPermission(grants, "orders.ship");
  if (shops !== "all" && shops.length === 0) return {};
  const [{ late }, incompleteOrders] = await Promise.all([
    countParcels(app.db, shops),
    listIncompleteOrders(app.db, shops),
  ]);
  return { lateParcels: late, incompleteOrders: incompleteOrders.length };
}

function inShops(shops: "all" | readonly string[]) {
  return shops === "all" ? sql`true` : sql`shop_id = ANY (${shops}::uuid[])`;
}

/** The low sizes of all shops, which share the stock, without local products of shops that the member may not see. */
async function countLowSizes(app: App, grants: readonly Grant[]): Promise<number | undefined> {
  const shops = shopsWithPermission(grants, "stock.change");
  if (shops !== "all" && shops.length === 0) return undefined;
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM sizes s JOIN products p ON p.id = s.product_id
    WHERE NOT s.is_hidden AND ${isVisibleIn(shops)} AND s.available > 0
      AND s.available <= coalesce(s.low_stock_threshold, (SELECT low_stock_threshold FROM stock_settings))`.execute(
    app.db,
  );
  return rows[0]!.count;
}

/** Jobs belong to no shop. */
async function countFailingJobs(app: App, grants: readonly Grant[]): Promise<number | undefined> {
  if (shopsWithPermission(grants, "system.view") !== "all") return undefined;
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM graphile_worker.jobs WHERE last_error IS NOT NULL`.execute(app.db);
  return rows[0]!.count;
}
