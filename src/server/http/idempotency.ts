import { createCipheriv, createDecipheriv, createHmac, hash, hkdfSync, randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { App } from "../app.ts";
import type { Tx } from "../db/connect.ts";
import {
  insertAnsweredCallSql,
  type AnsweredCall,
  type CallAttempt,
  type CallToBegin,
  type HashedCall,
} from "./idempotency-store.ts";
import { commonProblem, unavailableProblem } from "./problems.ts";

/** How long a repeated call waits for the answer of the first one. */
const WAIT_MS = 5_000;

interface Call {
  scope: string;
  key: string;
  requestBody: string;
}

/** The answer of a call's work. */
interface WorkAnswer {
  response: Response;
  /** The response's body, if the work has it as a text. Reading it from the response costs a copy of its stream. */
  text?: string;
}

interface EncryptableCall extends HashedCall {
  /** The key that encrypts the stored response. */
  secret: Buffer;
}

/**
 * Answers a repeated call with its first response (rule API-2). Of two concurrent calls the second waits up to
 * `WAIT_MS` for the first. Refuses a key that was used with another request. A 5xx or a 429 is not stored, because the
 * call did nothing and may be retried with the same key.
 */
export async function runIdempotently(app: App, call: Call, work: () => Promise<WorkAnswer>): Promise<Response> {
  const hashedCall = hashCall(call);
  const deadline = performance.now() + WAIT_MS;
  let attempt = await app.idempotency.begin(hashedCall);
  while (!attempt) {
    const storedAnswer = await findAnswer(app, hashedCall);
    if (storedAnswer) return storedAnswer;
    if (performance.now() > deadline) return unavailableProblem();
    await sleep(50);
    attempt = await app.idempotency.begin(hashedCall);
  }
  try {
    const answer = await work();
    await finishOrRelease(app, hashedCall, attempt, answer);
    return answer.response;
  } catch (error) {
    await app.idempotency.release(attempt).catch(() => {});
    throw error;
  }
}

/** Stores the attempt's answer. Releases the attempt if the call may be retried. */
async function finishOrRelease(
  app: App,
  hashedCall: EncryptableCall,
  attempt: CallAttempt,
  answer: WorkAnswer,
): Promise<void> {
  const { response } = answer;
  if (isRetryable(response)) await app.idempotency.release(attempt);
  else await app.idempotency.finish(attempt, response.status, encrypt(hashedCall.secret, await textOf(answer)));
}

function textOf({ response, text }: WorkAnswer): string | Promise<string> {
  return text ?? response.clone().text();
}

/**
 * Like `runIdempotently`, for work that begins the attempt itself, in the statement of its changes. This saves a
 * statement and a disk sync. Work that changes nothing need not begin it: its answer is stored afterwards.
 */
export async function runIdempotentlyBegunByWork(
  app: App,
  call: Call,
  work: (callToBegin: CallToBegin) => Promise<WorkAnswer>,
): Promise<Response> {
  const hashedCall = hashCall(call);
  const { secret, ...storedCall } = hashedCall;
  const deadline = performance.now() + WAIT_MS;
  for (;;) {
    let attempt: CallAttempt | undefined;
    try {
      const answer = await work({ ...storedCall, onBegun: (begun) => (attempt = begun) });
      const { response } = answer;
      if (attempt) {
        await finishOrRelease(app, hashedCall, attempt, answer);
        return response;
      }
      if (isRetryable(response)) return response;
      const body = encrypt(secret, await textOf(answer));
      if (await app.idempotency.insertAnsweredCall({ ...storedCall, status: response.status, body })) return response;
    } catch (error) {
      if (attempt) await app.idempotency.release(attempt).catch(() => {});
      if (!(error instanceof KeyAlreadyUsed)) throw error;
    }
    const storedAnswer = await findAnswer(app, hashedCall);
    if (storedAnswer) return storedAnswer;
    if (performance.now() > deadline) return unavailableProblem();
    await sleep(50);
  }
}

/** Thrown if a call can do nothing because its key was used before. What the call did is rolled back. */
export class KeyAlreadyUsed extends Error {
  override name = "KeyAlreadyUsed";
}

/** Stores the answer of a call in the transaction of its work. */
export async function storeAnsweredCall(tx: Tx, call: AnsweredCall): Promise<void> {
  const { rows } = await sql`${insertAnsweredCallSql(call, sql`(SELECT 1) once`)}`.execute(tx);
  if (rows.length === 0) throw new KeyAlreadyUsed();
}

/**
 * Like `runIdempotently`, for work that stores its answer itself, in the transaction of its changes. This saves a
 * statement and a disk sync. `work` gets a function that builds the row of an answer. Answers of calls that changed
 * nothing are stored here.
 */
export async function runIdempotentlyInTransaction(
  app: App,
  call: Call,
  work: (toRow: (status: number, text: string) => AnsweredCall) => Promise<WorkAnswer & { isStored: boolean }>,
): Promise<Response> {
  const hashedCall = hashCall(call);
  const toRow = (status: number, text: string): AnsweredCall => {
    const { scope, keyHash, requestHash, secret } = hashedCall;
    return { scope, keyHash, requestHash, status, body: encrypt(secret, text) };
  };
  try {
    const { isStored, ...answer } = await work(toRow);
    const { response } = answer;
    if (isStored || isRetryable(response)) return response;
    const row = toRow(response.status, await textOf(answer));
    if (await app.idempotency.insertAnsweredCall(row)) return response;
  } catch (error) {
    if (!(error instanceof KeyAlreadyUsed)) throw error;
  }
  return (await findAnswer(app, hashedCall)) ?? unavailableProblem();
}

/** The answer to a repeated call. Undefined while the first call has none. */
async function findAnswer(app: App, hashedCall: EncryptableCall): Promise<Response | undefined> {
  const storedRow = await app.idempotency.find(hashedCall);
  if (storedRow && !storedRow.request_hash.equals(hashedCall.requestHash)) return commonProblem("IDEMPOTENCY_MISMATCH");
  return storedRow?.status && storedRow.body
    ? replay(storedRow.status, decrypt(hashedCall.secret, storedRow.body))
    : undefined;
}

function isRetryable({ status }: Response): boolean {
  return status >= 500 || status === 429;
}

function replay(status: number, body: string): Response {
  const mediaType = status >= 400 ? "application/problem+json" : "application/json";
  return new Response(body, {
    status,
    headers: {
      "Content-Type": `${mediaType}; charset=utf-8`,
      "Idempotent-Replayed": "true",
      "Cache-Control": "no-store",
    },
  });
}

/** Deletes the calls that no process will finish. Called when the only process of a database
 * starts. */
export async function deleteUnfinishedCalls(app: App): Promise<void> {
  await app.db.deleteFrom("idempotency_keys").where("status", "is", null).execute();
}

/** The job that deletes keys after a day, during which a call may be repeated (rule API-2). */
export async function purgeIdempotencyKeys(app: App): Promise<void> {
  await app.db
    .deleteFrom("idempotency_keys")
    .where("started_at", "<", new Date(Date.now() - 24 * 3_600_000))
    .execute();
}

function hashCall({ scope, key, requestBody }: Call): EncryptableCall {
  return {
    scope,
    keyHash: hash("sha256", key, "buffer"),
    requestHash: createHmac("sha256", key).update(requestBody).digest(),
    secret: Buffer.from(hkdfSync("sha256", key, "", "escaparate idempotent answer", 32)),
  };
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

function encrypt(secret: Buffer, text: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", secret, nonce);
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

function decrypt(secret: Buffer, encrypted: Buffer): string {
  const decipher = createDecipheriv("aes-256-gcm", secret, encrypted.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(encrypted.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(encrypted.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString(
    "utf8",
  );
}
