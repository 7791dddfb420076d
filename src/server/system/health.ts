import { sql } from "kysely";
import type { App } from "../app.ts";

/** One external dependency of the shop and its state. */
export interface Part {
  name: "database" | "files" | "mail" | "payments" | "pac";
  state: "ok" | "failing" | "sandbox" | "none";
  /** Technical details: a version, a size, a latency, an error message. */
  found: Record<string, string | number | Date | null>;
}

/** Timeout of each check, in milliseconds. */
const TIMEOUT_MS = 2_500;

/**
 * The state of each dependency. The database, the files and the mail server are checked concurrently. For the payment
 * provider and the PAC, only the last known contact is reported, to spare their rate limits.
 */
export function getHealth(app: App): Promise<Part[]> {
  return Promise.all([
    checkPart("database", () => checkDatabase(app)),
    checkPart("files", async () => {
      await app.files.has("health-probe.webp");
      return { where: app.config.s3 ? `S3, ${app.config.s3.bucket}` : "disk" };
    }),
    checkMail(app),
    checkPart("payments", () => readPaymentStatus(app), app.config.mercadoPago.isReal ? "ok" : "sandbox"),
    checkPart("pac", () => readPacStatus(app), pacState(app)),
  ]);
}

function checkMail(app: App): Promise<Part> {
  const state = app.config.smtpUrl === null ? "sandbox" : "ok";
  return checkPart(
    "mail",
    async () => {
      await app.mail.check();
      return { server: app.config.smtpUrl ? new URL(app.config.smtpUrl).hostname : "sandbox" };
    },
    state,
  );
}

async function checkDatabase(app: App): Promise<Part["found"]> {
  const startedAt = performance.now();
  const { rows } = await sql<{ version: string; bytes: number; migration: string }>`
    SELECT current_setting('server_version') AS version, pg_database_size(current_database()) AS bytes,
      (SELECT max(name) FROM migrations) AS migration`.execute(app.db);
  const { version, bytes, migration } = rows[0]!;
  return {
    version,
    megabytes: Math.round(bytes / 1_048_576),
    migration,
    ms: Math.round(performance.now() - startedAt),
  };
}

async function readPaymentStatus(app: App): Promise<Part["found"]> {
  const { rows } = await sql<{ webhook: Date | null; payment: Date | null; waiting: number }>`
    SELECT (SELECT max(received_at) FROM payment_webhooks) AS webhook,
      (SELECT max(provider_updated_at) FROM payments WHERE provider <> 'shop') AS payment,
      (SELECT count(*) FROM payment_webhooks WHERE processed_at IS NULL) AS waiting`.execute(app.db);
  return { ...rows[0]! };
}

async function readPacStatus(app: App): Promise<Part["found"]> {
  const { rows } = await sql<{ stamped: Date | null; waiting: number; refused: number }>`
    SELECT (SELECT max(stamped_at) FROM invoices) AS stamped,
      (SELECT count(*) FROM invoices WHERE state = 'stamping') AS waiting,
      (SELECT count(*) FROM invoices WHERE state = 'refused') AS refused`.execute(app.db);
  return { ...rows[0]! };
}

function pacState(app: App): Part["state"] {
  const { pac } = app.config;
  if (pac === null) return "none";
  return pac === "sandbox" || pac.isTest ? "sandbox" : "ok";
}

async function checkPart(
  name: Part["name"],
  check: () => Promise<Part["found"]>,
  state: Part["state"] = "ok",
): Promise<Part> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<Part>((done) => {
    timer = setTimeout(() => done({ name, state: "failing", found: { failure: "no answer" } }), TIMEOUT_MS);
  });
  const checked = check().then(
    (found): Part => ({ name, state, found }),
    (error: Error): Part => ({ name, state: "failing", found: { failure: error.message.slice(0, 200) } }),
  );
  try {
    return await Promise.race([checked, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** A key or certificate, its age and its expiry. */
export interface KeyAge {
  what: "csd" | "ticketKey" | "scannerKey";
  name: string;
  since: Date | null;
  endsAt: Date | null;
}

/** The certificates that seal invoices, the keys that sign tickets, and the phones that scan tickets at an entrance. */
export async function listKeyAges(app: App): Promise<KeyAge[]> {
  const { rows } = await sql<KeyAge>`
    SELECT 'csd' AS what, s.name || ', ' || coalesce(i.certificate_number, '') AS name, NULL::timestamptz AS since,
      i.certificate_ends_at AS "endsAt"
    FROM invoice_issuers i JOIN shops s ON s.id = i.shop_id WHERE i.certificate IS NOT NULL
    UNION ALL SELECT 'ticketKey', '#' || id, created_at, NULL FROM ticket_keys
    UNION ALL (SELECT 'scannerKey', name, created_at, expires_at FROM scanner_devices
      WHERE revoked_at IS NULL AND expires_at > now() ORDER BY expires_at LIMIT 50)`.execute(app.db);
  return rows;
}

/** The provider's last webhooks, newest first. */
export function listLastWebhooks(app: App, limit = 15) {
  return app.db
    .selectFrom("payment_webhooks")
    .select(["id", "kind", "resource_id", "received_at", "processed_at", "outcome"])
    .orderBy("received_at", "desc")
    .limit(limit)
    .execute();
}
