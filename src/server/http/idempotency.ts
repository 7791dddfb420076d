import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { App } from "../app.ts";
import { problem, unavailableProblem } from "./problems.ts";

/** Whoever began this long ago and did not finish is dead: the call may be done again, in seconds. */
const ABANDONED_AFTER_S = 15;
const WAIT_MS = 5_000;

interface Call {
  scope: string;
  key: string;
  requestBody: string;
}

/** A call as the table knows it: nothing in it tells the key, the request or the answer to who has not the key. */
interface Marked {
  scope: string;
  keyHash: Buffer;
  requestMark: Buffer;
  secret: Buffer;
}

/**
 * Answers a repeated call with its first answer (api.md, Idempotency). Of two at once the second waits for the first.
 * Only answers that decided something are kept: a 5xx or a 429 may be tried again with the same key.
 */
export async function idempotently(app: App, call: Call, work: () => Promise<Response>): Promise<Response> {
  const marked = mark(call);
  const deadline = performance.now() + WAIT_MS;
  let startedAt = await begin(app, marked);
  while (!startedAt) {
    const stored = await find(app, marked);
    if (stored && !stored.request_mark.equals(marked.requestMark)) {
      return problem(422, "IDEMPOTENCY_MISMATCH", "Esta llave ya se usó con otros datos.");
    }
    if (stored?.status && stored.body) return replay(stored.status, decrypt(marked.secret, stored.body));
    if (performance.now() > deadline) return unavailableProblem();
    await sleep(50);
    startedAt = await begin(app, marked);
  }
  try {
    const response = await work();
    if (response.status >= 500 || response.status === 429) await forget(app, marked, startedAt);
    else await finish(app, marked, startedAt, response.status, encrypt(marked.secret, await response.clone().text()));
    return response;
  } catch (error) {
    await forget(app, marked, startedAt).catch(() => {});
    throw error;
  }
}

function replay(status: number, body: string): Response {
  const type = status >= 400 ? "application/problem+json" : "application/json";
  return new Response(body, {
    status,
    headers: {
      "Content-Type": `${type}; charset=utf-8`,
      "Idempotent-Replayed": "true",
      "Cache-Control": "no-store",
    },
  });
}

/** Forgets calls that somebody began and nobody will finish. */
export async function abandonUnfinished(app: App): Promise<void> {
  await app.db.deleteFrom("idempotency_keys").where("status", "is", null).execute();
}

function mark({ scope, key, requestBody }: Call): Marked {
  return {
    scope,
    keyHash: createHash("sha256").update(key).digest(),
    requestMark: createHmac("sha256", key).update(requestBody).digest(),
    secret: Buffer.from(hkdfSync("sha256", key, "", "escaparate idempotent answer", 32)),
  };
}

/** When our attempt began, as the row says it; undefined where another one holds the key. */
async function begin(app: App, { scope, keyHash, requestMark }: Marked): Promise<string | undefined> {
  const { rows } = await sql<{ started_at: string }>`
    INSERT INTO idempotency_keys (scope, key_hash, request_mark) VALUES (${scope}, ${keyHash}, ${requestMark})
    ON CONFLICT (scope, key_hash) DO UPDATE SET started_at = now()
      WHERE idempotency_keys.status IS NULL AND idempotency_keys.request_mark = excluded.request_mark
        AND idempotency_keys.started_at < now() - ${ABANDONED_AFTER_S}::int * interval '1 second'
    RETURNING started_at::text`.execute(app.keyed);
  return rows[0]?.started_at;
}

async function find(app: App, { scope, keyHash }: Marked) {
  return app.keyed
    .selectFrom("idempotency_keys")
    .select(["request_mark", "status", "body"])
    .where("scope", "=", scope)
    .where("key_hash", "=", keyHash)
    .executeTakeFirst();
}

/** Both touch our own attempt only: it may have been given up for dead and taken over meanwhile. */
async function finish(
  app: App,
  { scope, keyHash }: Marked,
  startedAt: string,
  status: number,
  body: Buffer,
): Promise<void> {
  await sql`UPDATE idempotency_keys SET status = ${status}, body = ${body}
    WHERE scope = ${scope} AND key_hash = ${keyHash} AND started_at = ${startedAt}::timestamptz`.execute(app.keyed);
}

async function forget(app: App, { scope, keyHash }: Marked, startedAt: string): Promise<void> {
  await sql`DELETE FROM idempotency_keys WHERE scope = ${scope} AND key_hash = ${keyHash}
    AND started_at = ${startedAt}::timestamptz AND status IS NULL`.execute(app.keyed);
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

function encrypt(secret: Buffer, text: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", secret, nonce);
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

function decrypt(secret: Buffer, sealed: Buffer): string {
  const decipher = createDecipheriv("aes-256-gcm", secret, sealed.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString("utf8");
}
