import { OPERATIONS, type OperationName } from "../contract/operations.ts";
import type { Problem } from "../contract/problem.ts";
import { readStored, STORAGE_KEY, writeStored } from "./state/storage.ts";
import { makeNoAnswerProblem, type AnswerOf, type CallOptions, type Outcome } from "./client.ts";

const DEFAULT_TIMEOUT_MS = 15_000;

/** Calls one operation of the API: fills its path and reads its answer (client.ts). */
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
    timeoutMs = DEFAULT_TIMEOUT_MS,
  } = options as {
    params?: Record<string, string>;
    query?: Record<string, unknown>;
    body?: unknown;
    idempotencyKey?: string;
    token?: string | null;
    visitor?: string;
    signal?: AbortSignal;
    timeoutMs?: number;
  };
  const [method, path] = OPERATIONS[name].split(" ") as [string, string];
  const filledPath = path.replaceAll(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(params?.[key] ?? ""));
  const search = new URLSearchParams(
    Object.entries(query ?? {}).flatMap(([key, value]) =>
      (Array.isArray(value) ? value : [value]).flatMap((item: string | number | boolean | null | undefined) =>
        item == null ? [] : [[key, String(item)]],
      ),
    ),
  );
  const headers: Record<string, string> = { Accept: "application/json" };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (idempotencyKey) headers["Idempotency-Key"] = idempotencyKey;
  const accessCode = readStored(STORAGE_KEY.accessCode);
  if (accessCode) headers["X-CODE"] = replaceInvalidCharacters(accessCode);
  const grant = readStored(STORAGE_KEY.grant);
  if (accessCode && grant) headers["X-GRANT"] = grant;
  if (visitor) headers["X-VISITOR"] = visitor;
  const isLimited = LIMITED_OPERATIONS.has(name);
  if (isLimited) headers["X-DEVICE"] = getOrCreateDeviceId();
  // These operations always send the session's token, because customers with an account may hold more pieces.
  const effectiveToken = token ?? (isLimited ? readStoredToken() : null);
  if (effectiveToken) headers.Authorization = `Bearer ${effectiveToken}`;
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(search.size > 0 ? `${filledPath}?${search}` : filledPath, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    const answer: unknown = response.status === 204 ? null : await response.json();
    if (response.ok) return { ok: true, data: answer as AnswerOf<Name> };
    const problem = isProblem(answer) ? answer : makeNoAnswerProblem(response.status);
    // An invalid access code is removed (rule CUSTOMER-9), unless another code was stored in the meantime.
    if (problem.code === "CODE_INVALID" && readStored(STORAGE_KEY.accessCode) === accessCode)
      writeStored(STORAGE_KEY.accessCode, null);
    return { ok: false, problem };
  } catch {
    return { ok: false, problem: makeNoAnswerProblem(0) };
  }
}

/** Operations that are refused if a browser holds, or leaves unpaid, too many pieces (decision 29). */
const LIMITED_OPERATIONS: ReadonlySet<OperationName> = new Set([
  "createCart",
  "addToCart",
  "changeQuantity",
  "checkout",
]);

const DEVICE_KEY = "escaparate.device";
let memoryDeviceId: string | undefined;

/** A random id of this browser, because the shop limits what one browser holds (decision 29). */
function getOrCreateDeviceId(): string {
  const storedId = readStored(DEVICE_KEY) ?? memoryDeviceId;
  if (storedId) return storedId;
  memoryDeviceId = crypto.randomUUID();
  writeStored(DEVICE_KEY, memoryDeviceId);
  return memoryDeviceId;
}

/** The session's token as session.tsx stores it; null without a session. */
function readStoredToken(): string | null {
  try {
    return (JSON.parse(readStored(STORAGE_KEY.session) ?? "null") as { token?: string } | null)?.token ?? null;
  } catch {
    return null;
  }
}

/** Header values allow only Latin-1 characters. A code with other characters is invalid anyway. */
function replaceInvalidCharacters(code: string): string {
  return code.replaceAll(/[^\x20-\xff]/g, "?");
}

function isProblem(answer: unknown): answer is Problem {
  return typeof answer === "object" && answer !== null && "code" in answer && "detail" in answer;
}
