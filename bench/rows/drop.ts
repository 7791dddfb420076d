import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { runAudit } from "../../src/server/audit/run-audit.ts";
import { newId } from "../../src/server/db/new-id.ts";
import { turnWaitingRoomOn } from "../../src/server/presale/waiting-room/manage-waiting-room.ts";
import type { BenchShop } from "../bench-shop.ts";
import type { Crowd, CrowdOutcome, Percentiles } from "../crowd.ts";
import type { SizeToBuy } from "../fill-catalog.ts";
import { readCpuMs } from "../process-figures.ts";
import type { Row } from "../table.ts";
import type { Measurement } from "./measurement.ts";

const VISITOR_COUNT = 5_000;
const PIECES = 300;
const SIZE_COUNT = 4;
const ARRIVAL_PERIOD_MS = 60_000;
/** A third of the visitors arrive before the presale opens. */
const OPENS_AFTER_MS = 20_000;
const WAIT_ENDS_AFTER_MS = 300_000;
const FIRST_RESULT_WITHIN_MS = 10_000;
/** Short enough that abandoned carts expire during the measurement. */
const CART_MINUTES = 0.5;
const CODE = "CAIDA-DE-PRUEBA";

/**
 * A crowd that wants more pieces than there are, and arrives even if the shop is slow, with and without a waiting room.
 */
export const drop: Measurement = {
  name: "drop",
  async measure(shop) {
    await shop.restartWithRateLimits();
    const previousMinutes = await setCartMinutes(shop, CART_MINUTES);
    const commonSettings = {
      port: shop.port,
      visitorCount: VISITOR_COUNT,
      arrivalPeriodMs: ARRIVAL_PERIOD_MS,
      code: CODE,
      carrierId: await shop.getCarrierId(),
    };
    const presaleId = await createPresale(shop);
    const roomSizes = await createSizes(shop, presaleId);
    const waitingRoomCrowd: Crowd = {
      ...commonSettings,
      presaleId,
      sizes: roomSizes,
      waitEndsAfterMs: WAIT_ENDS_AFTER_MS,
      isDirect: false,
    };
    const rows = [...(await measureCrowd(shop, "waiting room", waitingRoomCrowd))];
    const directSizes = await createSizes(shop, null);
    const directCrowd: Crowd = {
      ...commonSettings,
      presaleId,
      sizes: directSizes,
      waitEndsAfterMs: WAIT_ENDS_AFTER_MS,
      isDirect: true,
    };
    rows.push(...(await measureCrowd(shop, "no waiting room, direct to the cart", directCrowd)));
    await setCartMinutes(shop, previousMinutes);
    return rows;
  },
};

/**
 * Sets the lifetime of carts in all shops, in minutes. Null sets the default. Returns the previous value of
 * one of them.
 */
async function setCartMinutes(shop: BenchShop, minutes: number | null): Promise<number | null> {
  const { rows } = await shop.query(
    "SELECT (settings #> '{carts,timeout}')::numeric::float8 AS minutes FROM shops LIMIT 1",
  );
  await shop.query(
    `UPDATE shops SET settings = CASE WHEN $1::numeric IS NULL THEN settings #- '{carts,timeout}'
      ELSE jsonb_set(settings, '{carts,timeout}', to_jsonb($1::numeric)) END`,
    [minutes],
  );
  return (rows[0] as { minutes: number | null }).minutes;
}

async function measureCrowd(shop: BenchShop, name: string, crowd: Crowd): Promise<Row[]> {
  const cpuBeforeMs = readCpuMs(shop.pid);
  const outcome = await runCrowd(crowd);
  const cpuPerCallMs = (readCpuMs(shop.pid) - cpuBeforeMs) / outcome.attemptCount;
  const sizeIds = crowd.sizes.map(({ sizeId }) => sizeId);
  const { rows } = await shop.query(
    `SELECT
      (SELECT coalesce(sum(l.held), 0)::int FROM order_lines l WHERE l.size_id = ANY ($1)) AS sold,
      (SELECT coalesce(sum(l.held), 0)::int FROM cart_lines l JOIN carts c ON c.id = l.cart_id
        WHERE l.size_id = ANY ($1) AND c.state = 'active') AS held,
      (SELECT sum(available)::int FROM sizes WHERE id = ANY ($1)) AS available`,
    [sizeIds],
  );
  const [{ sold, held, available }] = rows as [{ sold: number; held: number; available: number }];
  const oversold = Math.max(0, sold + held + available - PIECES);
  const violatedChecks = (await runAudit(shop.databaseConfig)).filter(({ violationCount }) => violationCount > 0);
  const unexpectedStatuses = Object.keys(outcome.statusCounts).filter((status) => !/^(2\d\d|4\d\d|503)$/.test(status));
  const failedEnds = Object.keys(outcome.endCounts).filter(
    (end) => !/^(saw|ordered|removed|abandoned|closed)/.test(end),
  );
  const ends = Object.entries(outcome.endCounts).map(([end, count]) => `${end} ${count}`);
  const statuses = Object.entries(outcome.statusCounts).map(([status, count]) => `${status} × ${count}`);
  const toInfoRow = (label: string, measured: string): Row => ({ label: `${name}: ${label}`, measured, budget: "" });
  return [
    toInfoRow(
      "arrivals, open loop",
      `${crowd.visitorCount} in ${crowd.arrivalPeriodMs / 1_000} s; late ${formatPercentiles(outcome.lateness)}; load ${(outcome.cpuShare * 100).toFixed(0)} % of a core`,
    ),
    {
      label: `${name}: sold of ${PIECES} pieces`,
      measured: `${sold} ordered, ${held} in carts, ${available} available; oversold ${oversold}`,
      budget: "oversold 0",
      isMet: oversold === 0 && sold + held + available === PIECES,
    },
    {
      label: `${name}: place, turn or Agotado known`,
      measured: formatPercentiles(outcome.firstResult),
      budget: `all ${crowd.visitorCount} ≤ ${FIRST_RESULT_WITHIN_MS / 1_000} s`,
      isMet: outcome.firstResult.max <= FIRST_RESULT_WITHIN_MS,
    },
    {
      label: `${name}: results`,
      measured: ends.join(", "),
      budget: "every visitor a result",
      isMet: failedEnds.length === 0,
    },
    toInfoRow("Agotado seen after the first", formatPercentiles(outcome.soldOutAfter)),
    toInfoRow(
      `${outcome.attemptCount} attempts at calls`,
      `${formatPercentiles(outcome.attemptLatency)}; ${cpuPerCallMs.toFixed(2)} ms of the shop's CPU each`,
    ),
    {
      label: `${name}: statuses`,
      measured: statuses.join(", "),
      budget: "no 5xx but 503",
      isMet: unexpectedStatuses.length === 0,
    },
    {
      label: `${name}: shop audit after`,
      measured:
        violatedChecks.length === 0 ? "no violations" : violatedChecks.map(({ check }) => check.name).join(", "),
      budget: "none",
      isMet: violatedChecks.length === 0,
    },
  ];
}

async function runCrowd(crowd: Crowd): Promise<CrowdOutcome> {
  const child = fork(path.join(import.meta.dirname, "../crowd.ts"));
  try {
    child.send(crowd);
    const [{ outcome, failure }] = (await once(child, "message")) as [{ outcome?: CrowdOutcome; failure?: string }];
    if (!outcome) throw new Error(failure);
    return outcome;
  } finally {
    child.kill();
  }
}

/** A presale that opens while visitors arrive, with its waiting room and its code. */
async function createPresale(shop: BenchShop): Promise<string> {
  const presaleId = newId();
  await shop.query(
    `INSERT INTO presales (id, name, starts_at, ends_at)
    VALUES ($1, 'Caída', clock_timestamp() + $2 * interval '1 millisecond', clock_timestamp() + interval '1 day')`,
    [presaleId, OPENS_AFTER_MS],
  );
  await shop.query("INSERT INTO access_codes (code, presale_id) VALUES ($1, $2)", [CODE, presaleId]);
  const roomSettings = { opensEarlyMinutes: 30, choosingAtOnce: 500, placesOfAddress: 100 };
  await turnWaitingRoomOn(shop.db, presaleId, roomSettings, { memberId: null, name: "bench", ip: null });
  return presaleId;
}

/** Creates one product in a few sizes, with the stock movements of their pieces. */
async function createSizes(shop: BenchShop, presaleId: string | null): Promise<SizeToBuy[]> {
  const productId = newId();
  await shop.query(
    "INSERT INTO products (id, name, price_cents, presale_id) VALUES ($1, 'Chamarra de la caída', 99900, $2)",
    [productId, presaleId],
  );
  const { rows } = await shop.query(
    `WITH made AS (
      INSERT INTO sizes (id, product_id, size_name_id, available)
      SELECT gen_random_uuid(), $1, id, $3 FROM size_names ORDER BY id LIMIT $2 RETURNING id
    ), movements AS (
      INSERT INTO stock_movements (size_id, pieces, kind, reason, actor)
      SELECT id, $3, 'receipt', 'bench', 'bench' FROM made
    ) SELECT id AS "sizeId", $1::uuid AS "productId" FROM made`,
    [productId, SIZE_COUNT, PIECES / SIZE_COUNT],
  );
  return rows as SizeToBuy[];
}

function formatPercentiles({ p50, p95, p99, max }: Percentiles): string {
  const [a, b, c, d] = [p50, p95, p99, max].map((ms) =>
    ms >= 1_000 ? `${(ms / 1_000).toFixed(1)} s` : `${ms.toFixed(0)} ms`,
  );
  return `p50 ${a}, p95 ${b}, p99 ${c}, max ${d}`;
}
