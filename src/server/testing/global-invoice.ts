import { sql } from "kysely";
import type { ChosenPeriod } from "../../domain/global-period.ts";
import { isRefusal } from "../../domain/refusal.ts";
import { formatLocalTime } from "../cfdi/local-time.ts";
import { issueGlobalInvoice } from "../invoicing/issue-global-invoice.ts";
import type { Invoice } from "../invoicing/queries.ts";
import { TEST_ACTOR } from "./invoiced-order.ts";
import type { TestServer } from "./test-server.ts";

const dateDaysAgo = (days: number): string =>
  formatLocalTime(new Date(Date.now() - days * 86_400_000), "America/Mexico_City").slice(0, 10);

/** Sets the payment dates of these orders to a day in the past, and issues the global invoice of that day. */
export async function issueGlobalInvoiceOf(
  server: TestServer,
  orders: readonly { id: string }[],
  daysAgo: number,
): Promise<{ global: Invoice; period: ChosenPeriod }> {
  const period = { periodLength: "day" as const, day: dateDaysAgo(daysAgo) };
  const ids = orders.map(({ id }) => id);
  await sql`UPDATE payments SET paid_at = ${`${period.day}T18:00:00Z`} WHERE order_id = ANY (${ids}::uuid[])`.execute(
    server.app.db,
  );
  const { id: shopId } = await server.findShop();
  const globalInvoice = await issueGlobalInvoice(server.app, shopId, period, {
    by: TEST_ACTOR,
    today: dateDaysAgo(daysAgo - 1),
  });
  if (isRefusal(globalInvoice)) throw new Error(globalInvoice.refused);
  return { global: globalInvoice, period };
}
