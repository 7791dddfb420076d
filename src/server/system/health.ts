import { sql } from "kysely";
import type { App } from "../app.ts";

/** A service that the shop depends on, and its state. */
export interface Dependency {
  name: "database" | "files" | "mail" | "payments" | "pac";
  /** "sandbox" is a local or test service. "none": no PAC is configured. */
  state: "ok" | "failing" | "sandbox" | "none";
  /** Technical details: a version, a size, a latency, an error message. */
  details: Record<string, string | number | Date | null>;
}

/** Timeout of each check. */
const TIMEOUT_MS = 2_500;

/**
 * The state of each dependency. The database, the files and the mail server are checked concurrently. For the payment
 * provider and the PAC only stored facts are reported (the last contact, and the number of pending webhooks or
 * documents), because a check would count against their rate limits.
 */
export function getHealth(app: App): Promise<Dependency[]> {
  return Promise.all([
    checkDependency("database", () => checkDatabase(app)),
    checkDependency("files", async () => {
      await app.files.has("health-probe.webp");
      return { where: app.config.s3 ? `S3, ${app.config.s3.bucket}` : "disk" };
    }),
    checkMail(app),
    checkDependency("payments", () => readPaymentStatus(app), app.config.mercadoPago.isReal ? "ok" : "sandbox"),
    checkDependency("pac", () => readPacStatus(app), pacState(app)),
  ]);
}

function checkMail(app: App): Promise<Dependency> {
  const state = app.config.smtpUrl === null ? "sandbox" : "ok";
  return checkDependency(
    "mail",
    async () => {
      await app.mail.checkConnection();
      return { server: app.config.smtpUrl ? new URL(app.config.smtpUrl).hostname : "sandbox" };
    },
    state,
  );
}

async function checkDatabase(app: App): Promise<Dependency["details"]> {
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

async function readPaymentStatus(app: App): Promise<Dependency["details"]> {
  const { rows } = await sql<{ webhook: Date | null; payment: Date | null; waiting: number }>`
    SELECT (SELECT max(received_at) FROM payment_webhooks) AS webhook,
      (SELECT max(provider_updated_at) FROM payments WHERE provider <> 'shop') AS payment,
      (SELECT count(*) FROM payment_webhooks WHERE processed_at IS NULL) AS waiting`.execute(app.db);
  return { ...rows[0]! };
}

async function readPacStatus(app: App): Promise<Dependency["details"]> {
  const { rows } = await sql<{ stamped: Date | null; waiting: number; refused: number }>`
    SELECT (SELECT max(stamped_at) FROM invoices) AS stamped,
      (SELECT count(*) FROM invoices WHERE state = 'stamping') AS waiting,
      (SELECT count(*) FROM invoices WHERE state = 'refused') AS refused`.execute(app.db);
  return { ...rows[0]! };
}

function pacState(app: App): Dependency["state"] {
  const { pac } = app.config;
  if (pac === null) return "none";
  return pac === "sandbox" || pac.isTest ? "sandbox" : "ok";
}

async function checkDependency(
  name: Dependency["name"],
  check: () => Promise<Dependency["details"]>,
  stateIfOk: Dependency["state"] = "ok",
): Promise<Dependency> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<Dependency>((done) => {
    timer = setTimeout(() => done({ name, state: "failing", details: { failure: "no answer" } }), TIMEOUT_MS);
  });
  const result = check().then(
    (details): Dependency => ({ name, state: stateIfOk, details }),
    (error: Error): Dependency => ({ name, state: "failing", details: { failure: error.message.slice(0, 200) } }),
  );
  try {
    return await Promise.race([result, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** A key or certificate: when it was created (null for a certificate) and when it expires (null: never). */
export interface KeyValidity {
  what: "csd" | "ticketKey" | "scannerKey";
  name: string;
  since: Date | null;
  endsAt: Date | null;
}

/**
 * The certificates that seal invoices, the keys that sign tickets, and the valid keys of the phones that scan tickets
 * at an entrance, at most 50.
 */
export async function listKeyValidities(app: App): Promise<KeyValidity[]> {
  const { rows } = await sql<KeyValidity>`
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
