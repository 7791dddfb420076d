import { OPERATIONS, type OperationName } from "../contract/operations.ts";
import type { Problem } from "../contract/problem.ts";
import { readStored, STORED, writeStored } from "./state/storage.ts";
import { noAnswer, type AnswerOf, type CallOptions, type Outcome } from "./client.ts";

const WAIT_MS = 15_000;

/** One call of the API, its path filled and its answer read: see client.ts. */
export async function callOperation<Name extends OperationName>(
  name: Name,
  options: CallOptions<Name>,
): Promise<Outcome<Name>> {
  const {
    params,
    query,
    body,
    idempotencyKey,
    token,
    visitor,
    signal,
    waitMs = WAIT_MS,
  } = options as {
    params?: Record<string, string>;
    query?: Record<string, unknown>;
    body?: unknown;
    idempotencyKey?: string;
    token?: string | null;
    visitor?: string;
    signal?: AbortSignal;
    waitMs?: number;
  };
  const [method, path] = OPERATIONS[name].split(" ") as [string, string];
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(params?.[key] ?? ""));
  const search = new URLSearchParams(
    Object.entries(query ?? {}).flatMap(([key, value]) =>
      (Array.isArray(value) ? value : [value]).flatMap((one: string | number | boolean | null | undefined) =>
        one == null ? [] : [[key, String(one)]],
      ),
    ),
  );
  const headers: Record<string, string> = { Accept: "application/json" };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (idempotencyKey) headers["Idempotency-Key"] = idempotencyKey;
  const code = readStored(STORED.accessCode);
  if (code) headers["X-CODE"] = encodeCode(code);
  const grant = readStored(STORED.grant);
  if (code && grant) headers["X-GRANT"] = grant;
  if (visitor) headers["X-VISITOR"] = visitor;
  const takesPieces = TAKES_PIECES.has(name);
  if (takesPieces) headers["X-DEVICE"] = deviceId();
  // Who has an account may hold more.
  const whose = token ?? (takesPieces ? storedToken() : null);
  if (whose) headers.Authorization = `Bearer ${whose}`;
  const timeout = AbortSignal.timeout(waitMs);
  try {
    const response = await fetch(search.size > 0 ? `${filled}?${search}` : filled, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    const answer: unknown = response.status === 204 ? null : await response.json();
    if (response.ok) return { ok: true, data: answer as AnswerOf<Name> };
    const problem = isProblem(answer) ? answer : noAnswer(response.status);
    // A code that opens nothing is removed (rule CUSTOMER-9), but not one that was stored meanwhile.
    if (problem.code === "CODE_INVALID" && readStored(STORED.accessCode) === code) writeStored(STORED.accessCode, null);
    return { ok: false, problem };
  } catch {
    return { ok: false, problem: noAnswer(0) };
  }
}

/** Calls that count for what this browser holds. */
const TAKES_PIECES: ReadonlySet<OperationName> = new Set(["createCart", "addToCart", "changeQuantity", "checkout"]);

/** A random number for this browser: the shop counts what one browser holds (decision 29). */
const DEVICE = "escaparate.device";
let unstored: string | undefined;

function deviceId(): string {
  const known = readStored(DEVICE) ?? unstored;
  if (known) return known;
  unstored = crypto.randomUUID();
  writeStored(DEVICE, unstored);
  return unstored;
}

/** The session's token as session.tsx keeps it; null without one. */
function storedToken(): string | null {
  try {
    return (JSON.parse(readStored(STORED.session) ?? "null") as { token?: string } | null)?.token ?? null;
  } catch {
    return null;
  }
}

/** A header takes no more than Latin letters: a code of others opens nothing anyway. */
function encodeCode(code: string): string {
  return code.replaceAll(/[^\x20-\xff]/g, "?");
}

function isProblem(answer: unknown): answer is Problem {
  return typeof answer === "object" && answer !== null && "code" in answer && "detail" in answer;
}
