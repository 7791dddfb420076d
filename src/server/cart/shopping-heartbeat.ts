import { sql } from "kysely";
import type { App } from "../app.ts";
import type { Queryable } from "../db/connect.ts";
import { retryDeadlocks } from "../db/transact.ts";

const INTERVAL_MS = 3_000;
/**
 * After this time without a heartbeat carts stop expiring. The function `shopping_clock` (migration 0069) has the same
 * number of seconds.
 */
const OUTAGE_SECONDS = 15;
/** Carts get at most this much time back after an outage. */
const MAX_EXTENSION_MINUTES = 30;

/** The time that counts for carts: the database's clock, or the start of an outage that has not been accounted for. */
export const SHOPPING_NOW = sql<Date>`(SELECT shopping_clock())`;

/**
 * Records that this web process runs and reaches the database. After an outage of all web processes or of the database,
 * first extends the carts and waiting-list offers that were active when the outage began by the missed time, at most by
 * `MAX_EXTENSION_MINUTES` (rule CART-13). Returns how many carts were extended.
 */
export async function recordHeartbeat(db: Queryable): Promise<number> {
  const { rows } = await retryDeadlocks(() =>
    sql<{ carts: number }>`
      WITH last AS MATERIALIZED (
        SELECT at FROM shopping_heartbeat FOR UPDATE
      ), outage AS MATERIALIZED (
        SELECT at AS started_at,
          least(clock_timestamp() - at, make_interval(mins => ${MAX_EXTENSION_MINUTES})) AS missed
        FROM last WHERE at < clock_timestamp() - make_interval(secs => ${OUTAGE_SECONDS})
      ), active_at_outage AS MATERIALIZED (
        SELECT c.id FROM carts c
        WHERE EXISTS (SELECT FROM outage) AND c.state = 'active' AND c.expires_at > (SELECT started_at FROM outage)
        ORDER BY c.id FOR NO KEY UPDATE
      ), extended AS (
        UPDATE carts c SET expires_at = c.expires_at + missed, first_line_at = c.first_line_at + missed
        FROM active_at_outage a, outage WHERE c.id = a.id AND c.state = 'active'
        RETURNING c.id
      ), offered AS (
        UPDATE waiting_list w SET offer_ends_at = w.offer_ends_at + missed
        FROM outage WHERE w.state = 'offered' AND w.offer_ends_at > started_at AND w.cart_id IN (SELECT id FROM active_at_outage)
      ), recorded AS (
        UPDATE shopping_heartbeat SET at = clock_timestamp())
      SELECT count(*)::int AS carts FROM extended`.execute(db),
  );
  return rows[0]!.carts;
}

/** Records a heartbeat every few seconds. The first attempt has ended when this returns. A failure is only logged. */
export async function startHeartbeat(app: App): Promise<{ stop(): Promise<void> }> {
  await recordOrLog(app);
  let recording: Promise<void> | null = null;
  const timer = setInterval(() => {
    recording ??= recordOrLog(app).finally(() => (recording = null));
  }, INTERVAL_MS);
  return {
    stop: async () => {
      clearInterval(timer);
      await recording;
    },
  };
}

async function recordOrLog(app: App): Promise<void> {
  try {
    const extendedCartCount = await recordHeartbeat(app.db);
    if (extendedCartCount > 0) app.log.warn({ carts: extendedCartCount }, "expiry of carts extended after an outage");
  } catch (error) {
    app.log.warn({ err: error }, "heartbeat failed");
  }
}
