import { sql, type Selectable } from "kysely";
import type { Log } from "../../../log.ts";
import { isLoopback, loopbackAgent } from "./loopback.ts";
import { listOverduePaymentIds, movePayment } from "./payments.ts";
import { signatureHeaders } from "./signature.ts";
import { transactSandbox, type SandboxDb, type SandboxTables } from "./tables.ts";

export type Delivery = Selectable<SandboxTables["sandbox.mp_deliveries"]>;

/** Mercado Pago waits this long for a 200 or 201 (webhooks page, "Delivery"). */
const TIMEOUT_MS = 22_000;
const MAX_ATTEMPTS = 10;
const MAX_DELAY_SECONDS = 60;
/** A process claims a delivery by a lease of this length, and renews the lease while it sends the delivery. */
const LEASE_SECONDS = 4;
/** The longest delay until a process notices another process's notifications or an expired voucher. */
const POLL_EVERY_MS = 5_000;

/**
 * Sends the notifications one after the other, outside the API's calls. An unacknowledged one is sent again after 1, 2,
 * 4… seconds, at most a minute, up to `MAX_ATTEMPTS` attempts in all (the real provider waits 15 minutes). Also cancels
 * payments whose voucher has expired. All state is in the database: the next process continues the deliveries of a
 * killed one.
 */
export class WebhookDispatcher {
  private readonly db: SandboxDb;
  private readonly log: Log;
  private readonly agent = loopbackAgent(TIMEOUT_MS);
  private readonly stopController = new AbortController();
  private currentRun: Promise<void> | undefined;
  private hasNewWork = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(db: SandboxDb, log: Log) {
    this.db = db;
    this.log = log;
  }

  /** Looks for work now. Must be called after the commit that added the work. */
  wake(): void {
    if (this.stopController.signal.aborted) return;
    clearTimeout(this.timer);
    this.hasNewWork = true;
    this.currentRun ??= this.runUntilIdle().finally(() => (this.currentRun = undefined));
  }

  async stop(): Promise<void> {
    this.stopController.abort();
    clearTimeout(this.timer);
    await this.currentRun;
    await this.agent.destroy();
  }

  private async runUntilIdle(): Promise<void> {
    let waitMs = POLL_EVERY_MS;
    try {
      while (this.hasNewWork && !this.stopController.signal.aborted) {
        this.hasNewWork = false;
        await this.expireVouchers();
        for (;;) {
          const delivery = this.stopController.signal.aborted ? undefined : await claimNext(this.db);
          if (!delivery) break;
          await this.deliver(delivery);
        }
      }
      waitMs = await msUntilNext(this.db);
    } catch (error) {
      this.log.warn({ err: error }, "the sandbox's notifications were not sent");
    }
    if (this.stopController.signal.aborted) return;
    this.timer = setTimeout(() => this.wake(), waitMs);
    this.timer.unref();
  }

  private async expireVouchers(): Promise<void> {
    for (const id of await listOverduePaymentIds(this.db)) {
      await transactSandbox(this.db, (tx) => movePayment(tx, id, "expire"));
    }
  }

  private async deliver(delivery: Delivery): Promise<void> {
    const renewal = setInterval(
      () => void renewLease(this.db, delivery.id).catch(() => {}),
      (LEASE_SECONDS * 1000) / 2,
    );
    let status: number | null = null;
    let failure: string | null = null;
    try {
      status = await this.post(delivery);
    } catch (error) {
      failure = (error as { code?: string }).code ?? (error as Error).name;
    } finally {
      clearInterval(renewal);
    }
    if (status === null && this.stopController.signal.aborted) await releaseLease(this.db, delivery.id);
    else await writeResult(this.db, delivery, status, failure);
  }

  private async post(delivery: Delivery): Promise<number> {
    const url = new URL(delivery.url);
    if (!isLoopback(url)) throw new Error("not on this machine");
    const signedValues = {
      dataId: url.searchParams.get("data.id") ?? "",
      requestId: delivery.request_id,
      ts: Math.floor(Date.now() / 1000),
    };
    const { undici, dispatcher } = await this.agent.load();
    const { statusCode, body } = await undici.request(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "user-agent": "MercadoPago WebHook v1.0 payment",
        ...signatureHeaders(delivery.signing, signedValues),
      },
      body: JSON.stringify(delivery.body),
      dispatcher,
      signal: AbortSignal.any([this.stopController.signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    await body.dump();
    return statusCode;
  }
}

/** Claims the next delivery that is due. No other process claims it before the lease expires. */
async function claimNext(db: SandboxDb): Promise<Delivery | undefined> {
  return db
    .updateTable("sandbox.mp_deliveries")
    .set((eb) => ({
      attempts: eb("attempts", "+", 1),
      next_at: afterSeconds(LEASE_SECONDS),
      answered: null,
      error: null,
    }))
    .where("id", "=", (builder) =>
      builder
        .selectFrom("sandbox.mp_deliveries")
        .select("id")
        .where("state", "=", "waiting")
        .where("next_at", "<=", sql<Date>`clock_timestamp()`)
        .orderBy("next_at")
        .orderBy("id")
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst();
}

function afterSeconds(seconds: number) {
  return sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`;
}

async function renewLease(db: SandboxDb, id: number): Promise<void> {
  await db
    .updateTable("sandbox.mp_deliveries")
    .set({ next_at: afterSeconds(LEASE_SECONDS) })
    .where("id", "=", id)
    .execute();
}

/** The attempt was interrupted by a stop of this process, so it does not count. */
async function releaseLease(db: SandboxDb, id: number): Promise<void> {
  await db
    .updateTable("sandbox.mp_deliveries")
    .set((eb) => ({ attempts: eb("attempts", "-", 1), next_at: afterSeconds(0) }))
    .where("id", "=", id)
    .execute();
}

async function writeResult(
  db: SandboxDb,
  { id, attempts }: Delivery,
  answered: number | null,
  error: string | null,
): Promise<void> {
  const isAcknowledged = answered === 200 || answered === 201;
  const isLast = attempts >= MAX_ATTEMPTS;
  await db
    .updateTable("sandbox.mp_deliveries")
    .set({
      answered,
      error,
      state: isAcknowledged ? "delivered" : isLast ? "failed" : "waiting",
      next_at: afterSeconds(Math.min(2 ** (attempts - 1), MAX_DELAY_SECONDS)),
    })
    .where("id", "=", id)
    .execute();
}

async function msUntilNext(db: SandboxDb): Promise<number> {
  const { rows } = await sql<{ ms: number | null }>`
    SELECT (extract(epoch FROM min(next_at) - clock_timestamp()) * 1000)::float8 AS ms
    FROM sandbox.mp_deliveries WHERE state = 'waiting'`.execute(db);
  return Math.min(Math.max(rows[0]!.ms ?? POLL_EVERY_MS, 10), POLL_EVERY_MS);
}
