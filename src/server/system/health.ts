import { sql } from "kysely";
import type { App } from "../app.ts";

/** One part the shop stands on, and what is known of it. */
export interface Part {
  name: "database" | "files" | "mail" | "payments" | "pac";
  state: "good" | "bad" | "sandbox" | "none";
  /** What was found, in words of the trade: a version, a size, a latency, the words of a failure. */
  found: Record<string, string | number | Date | null>;
}

/** Nothing is waited for longer, in milliseconds. */
const WAIT_MS = 2_500;

/**
 * What is known of each part. Asked are the database, the files and the mail server, side by side; of who takes money and
 * who stamps it is told what was last heard: asking them costs their patience.
 */
export function getHealth(app: App): Promise<Part[]> {
  return Promise.all([
    asked("database", () => lookAtDatabase(app)),
    asked("files", async () => {
      await app.files.has("health-probe.webp");
      return { where: app.config.s3 ? `S3, ${app.config.s3.bucket}` : "disk" };
    }),
    mail(app),
    asked("payments", () => lookAtPayments(app), app.config.mercadoPago.isReal ? "good" : "sandbox"),
    asked("pac", () => lookAtPac(app), pacState(app)),
  ]);
}

function mail(app: App): Promise<Part> {
  const state = app.config.smtpUrl === null ? "sandbox" : "good";
  return asked(
    "mail",
    async () => {
      await app.mail.check();
      return { server: app.config.smtpUrl ? new URL(app.config.smtpUrl).hostname : "sandbox" };
    },
    state,
  );
}

async function lookAtDatabase(app: App): Promise<Part["found"]> {
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

async function lookAtPayments(app: App): Promise<Part["found"]> {
  const { rows } = await sql<{ news: Date | null; payment: Date | null; waiting: number }>`
    SELECT (SELECT max(received_at) FROM payment_webhooks) AS news,
      (SELECT max(provider_updated_at) FROM payments WHERE provider <> 'shop') AS payment,
      (SELECT count(*) FROM payment_webhooks WHERE worked_at IS NULL) AS waiting`.execute(app.db);
  return { ...rows[0]! };
}

async function lookAtPac(app: App): Promise<Part["found"]> {
  const { rows } = await sql<{ stamped: Date | null; waiting: number; refused: number }>`
    SELECT (SELECT max(stamped_at) FROM invoices) AS stamped,
      (SELECT count(*) FROM invoices WHERE state = 'stamping') AS waiting,
      (SELECT count(*) FROM invoices WHERE state = 'refused') AS refused`.execute(app.db);
  return { ...rows[0]! };
}

function pacState(app: App): Part["state"] {
  const { pac } = app.config;
  if (pac === null) return "none";
  return pac === "sandbox" || pac.isTest ? "sandbox" : "good";
}

async function asked(
  name: Part["name"],
  look: () => Promise<Part["found"]>,
  state: Part["state"] = "good",
): Promise<Part> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<Part>((done) => {
    timer = setTimeout(() => done({ name, state: "bad", found: { failure: "no answer" } }), WAIT_MS);
  });
  const looked = look().then(
    (found): Part => ({ name, state, found }),
    (error: Error): Part => ({ name, state: "bad", found: { failure: error.message.slice(0, 200) } }),
  );
  try {
    return await Promise.race([looked, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** A key or certificate, how old it is and when it ends. */
export interface KeyAge {
  what: "csd" | "ticketKey" | "scannerKey";
  name: string;
  since: Date | null;
  endsAt: Date | null;
}

/** Certificates that invoices are sealed with, the keys that sign tickets, and the phones that are let in at a door. */
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

/** The provider's last news, the newest first. */
export function listLastWebhooks(app: App, limit = 15) {
  return app.db
    .selectFrom("payment_webhooks")
    .select(["id", "kind", "resource_id", "received_at", "worked_at", "outcome"])
    .orderBy("received_at", "desc")
    .limit(limit)
    .execute();
}
