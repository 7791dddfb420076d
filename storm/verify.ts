import { sql } from "kysely";
import { setTimeout as sleep } from "node:timers/promises";
import { runAudit } from "../src/server/audit/run-audit.ts";
import type { Client } from "./client.ts";
import type { Oracle } from "./oracle.ts";
import type { Provider, ProviderPayment } from "./provider.ts";
import type { StormShop } from "./shop.ts";

const IDLE_WITHIN_MS = 60_000;

interface Input {
  shop: StormShop;
  provider: Provider;
  client: Client;
  oracle: Oracle;
}

/** All violations, once the storm is over and all jobs are done. Empty if there are none. */
export async function findViolations(input: Input): Promise<string[]> {
  const remainingProblems = await waitUntilIdle(input);
  return [
    ...input.oracle.violations,
    ...input.client.forbiddenAnswers,
    ...remainingProblems,
    ...(await repeatCheckouts(input)),
    ...(await findLostRecords(input)),
    ...(await compareOrders(input)),
    ...(await compareEmails(input)),
    ...(await auditShop(input)),
  ];
}

/**
 * Waits until no job is due and the shop has all payments of the provider, at most `IDLE_WITHIN_MS`. Returns sentences
 * about what is still missing after that.
 */
async function waitUntilIdle(input: Input): Promise<string[]> {
  const startedAt = performance.now();
  // Some webhooks were lost. The job that finds their payments normally runs at night.
  await sql`SELECT graphile_worker.add_job('reconcile_changes')`.execute(input.shop.database.db);
  let remainingProblems: string[] = [];
  do {
    remainingProblems = [...(await listOverdueWork(input)), ...(await comparePayments(input))];
    if (remainingProblems.length === 0) return [];
    await sleep(500);
  } while (performance.now() - startedAt < IDLE_WITHIN_MS);
  return remainingProblems;
}

/** Jobs and carts that are overdue. */
async function listOverdueWork({ shop }: Input): Promise<string[]> {
  const { rows } = await sql<{ task: string; error: string | null }>`
    SELECT task_identifier || ' (attempt ' || attempts || ' of ' || max_attempts || ')' AS task, last_error AS error
    FROM graphile_worker.jobs WHERE attempts < max_attempts
      -- Emails are compared right afterwards, so they have no grace period.
      AND run_at < now() - CASE WHEN task_identifier LIKE 'mail%' THEN interval '0' ELSE interval '2 seconds' END
    UNION ALL SELECT 'releaseExpiredCarts', 'carts hold pieces after their time' FROM carts
    WHERE state = 'active' AND expires_at < (SELECT shopping_clock()) - interval '5 seconds'`.execute(shop.database.db);
  return rows.map(({ task, error }) => `${task} is not done: ${error ?? "never tried"}`);
}

/**
 * The payments and refunds of the provider that the shop lacks, has with other figures or for another order, or never
 * requested.
 */
async function comparePayments({ shop, provider }: Input): Promise<string[]> {
  const { rows } = await sql<ProviderPayment>`
    SELECT provider_payment_id AS id, order_id AS "orderId", state AS status, cents, refunded_cents AS "refundedCents"
    FROM payments WHERE provider = 'mercadopago'`.execute(shop.database.db);
  const paymentsById = new Map(rows.map((row) => [row.id, row]));
  const differences: string[] = [];
  for (const payment of (await provider.readPayments()).values()) {
    if (payment.status !== "approved" && payment.status !== "refunded") continue;
    const storedPayment = paymentsById.get(payment.id);
    const isSame =
      storedPayment?.orderId === payment.orderId &&
      storedPayment.cents === payment.cents &&
      storedPayment.refundedCents === payment.refundedCents;
    if (!isSame)
      differences.push(`payment ${payment.id} of the provider is ${JSON.stringify(storedPayment ?? null)} in the shop`);
  }
  const refunds = await sql<{ id: string; cents: number }>`
    SELECT p.provider_payment_id AS id, sum(r.cents) AS cents FROM payment_refunds r JOIN payments p ON p.id = r.payment_id
    WHERE r.state = 'DONE' AND NOT r.is_made_outside_shop AND p.provider = 'mercadopago' GROUP BY 1`.execute(
    shop.database.db,
  );
  const requestedCentsById = new Map(refunds.rows.map((row) => [row.id, row.cents]));
  for (const payment of (await provider.readPayments()).values()) {
    const cents = requestedCentsById.get(payment.id) ?? 0;
    if (payment.refundedCents > cents) {
      differences.push(
        `payment ${payment.id}: the provider refunded ${payment.refundedCents}, the shop requested ${cents} centavos`,
      );
    }
  }
  return differences;
}

/**
 * Repeats the last confirmed checkouts, and all that got no answer, with their idempotency keys. Each must return the
 * order of its cart. The stored answer of every second confirmed checkout is deleted first, because the stored order
 * alone must be enough to answer.
 */
async function repeatCheckouts({ shop, client, oracle }: Input): Promise<string[]> {
  const violations: string[] = [];
  const pickOrigin = (): string => shop.webProcesses[0]!.origin;
  for (const [index, { id, token, checkout }] of [...oracle.orders.values()].slice(-30).entries()) {
    const { path, body, key } = checkout;
    if (index % 2 === 0) await deleteStoredAnswer(shop, key);
    const repeatAnswer = await client.sendUntilAnswered(pickOrigin, "POST", path, { body, key, token });
    if (repeatAnswer?.json?.order?._id !== id)
      violations.push(`the repeated checkout of order ${id} answered ${repeatAnswer?.status}`);
  }
  for (const { cartId, token, checkout } of oracle.unansweredCheckouts) {
    const { path, body, key } = checkout;
    const repeatAnswer = await client.sendUntilAnswered(pickOrigin, "POST", path, { body, key, token });
    const { rows } = await sql<{ id: string }>`SELECT id FROM orders WHERE cart_id = ${cartId}`.execute(
      shop.database.db,
    );
    if (rows[0] && repeatAnswer?.json?.order?._id !== rows[0].id) {
      violations.push(`cart ${cartId} became an order, and its checkout answers ${repeatAnswer?.status}`);
    }
  }
  return violations;
}

async function deleteStoredAnswer({ database }: StormShop, key: string): Promise<void> {
  await sql`DELETE FROM idempotency_keys WHERE key_hash = sha256(convert_to(${key}, 'UTF8'))`.execute(database.db);
}

/** The confirmed customers and carts that no longer exist. */
async function findLostRecords({ shop, oracle }: Input): Promise<string[]> {
  const lostRecords = await Promise.all(
    (["customers", "carts"] as const).map(async (table) => {
      const { rows } = await sql<{ id: string }>`
        SELECT id FROM unnest(${[...oracle[table]]}::uuid[]) AS id
        WHERE NOT EXISTS (SELECT FROM ${sql.table(table)} stored WHERE stored.id = id.id)`.execute(shop.database.db);
      return rows.map(({ id }) => `${id} of ${table} was confirmed and is gone`);
    }),
  );
  return lostRecords.flat();
}

/** The confirmed orders that no longer exist, or whose total or pieces differ. */
async function compareOrders({ shop, oracle }: Input): Promise<string[]> {
  const { rows } = await sql<{ id: string; cents: number; pieces: number }>`
    SELECT o.id, o.grand_total_cents AS cents, (SELECT sum(l.pieces) FROM order_lines l WHERE l.order_id = o.id) AS pieces
    FROM orders o`.execute(shop.database.db);
  const ordersById = new Map(rows.map((row) => [row.id, row]));
  return [...oracle.orders.values()].flatMap(({ id, totalPesos, pieces }) => {
    const order = ordersById.get(id);
    if (!order) return [`order ${id} was confirmed and is gone`];
    const isSame = order.cents === Math.round(totalPesos * 100) && order.pieces === pieces;
    return isSame
      ? []
      : [`order ${id} was confirmed with ${pieces} pieces for ${totalPesos} and is ${JSON.stringify(order)}`];
  });
}

/**
 * The confirmed orders whose first email was never sent, or sent more than twice. Twice is allowed, because a process
 * may be killed while it sends the email.
 */
async function compareEmails({ shop, oracle }: Input): Promise<string[]> {
  const { rows } = await sql<{ id: string; emails: number }>`
    SELECT o.id, count(e.id)::int AS emails FROM orders o
    LEFT JOIN sandbox_emails e ON e.subject = 'Recibimos tu pedido #' || o.reference GROUP BY 1`.execute(
    shop.database.db,
  );
  const emailCounts = new Map(rows.map(({ id, emails }) => [id, emails]));
  return [...oracle.orders.keys()].flatMap((id) => {
    const emails = emailCounts.get(id) ?? 0;
    return emails === 1 || emails === 2 ? [] : [`order ${id} has ${emails} emails that confirm it`];
  });
}

async function auditShop({ shop }: Input): Promise<string[]> {
  const failedChecks = (await runAudit(shop.database.databaseConfig)).filter(
    ({ violationCount }) => violationCount > 0,
  );
  return failedChecks.map(
    ({ check, violationCount, examples }) => `audit ${check.name}: ${violationCount} (${examples.join(", ")})`,
  );
}
