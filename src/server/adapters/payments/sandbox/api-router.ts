import type { Context, Hono } from "hono";
import { isRefusal, refuse, type Refusal } from "../../../../domain/refusal.ts";
import type { HttpEnv } from "../../../api/env.ts";
import { respondOnce } from "./respond-once.ts";
import { failBeforeWork, stalledResponse } from "./api-faults.ts";
import { readFaults } from "./faults.ts";
import type { MercadoPagoSandbox } from "./mercado-pago-sandbox.ts";
import { mpError, type MpAnswer, type MpRefusal } from "./mp-errors.ts";
import type { SandboxDb } from "./tables.ts";

/** One authenticated call of Mercado Pago's API. */
export interface MpCall {
  /** The call's transaction, if it writes. */
  db: SandboxDb;
  id: string;
  query: Record<string, string>;
  body: Record<string, unknown>;
  /** The origin that the call was sent to, without a trailing slash. */
  origin: string;
  idempotencyKey: string | undefined;
}
export type MpHandler = (call: MpCall) => Promise<MpAnswer | Refusal<MpRefusal>>;

/**
 * Registers an endpoint of the API, with its faults, authentication and errors, and with and without a trailing slash
 * like the real one.
 */
export type MpRouter = (method: "GET" | "POST" | "PUT", path: string, handle: MpHandler) => void;

export function mpRouter(api: Hono<HttpEnv>, sandbox: MercadoPagoSandbox): MpRouter {
  return (method, path, handle) => {
    const paths = [`/sandbox/mp${path}`, `/sandbox/mp${path}/`];
    api.on(method, paths, async (context: Context<HttpEnv>) => {
      const { api: fault } = await readFaults(sandbox.db);
      const failure = await failBeforeWork(fault, context);
      if (failure) return failure;
      const answer = await answerCall(sandbox, method, context, handle);
      const { status, body } = isRefusal(answer) ? mpError(answer as Refusal<MpRefusal>) : answer;
      if (fault === "stallbody") return stalledResponse(status, body, context);
      return context.json(body, status as 200, { "Cache-Control": "no-store" });
    });
  };
}

async function answerCall(
  sandbox: MercadoPagoSandbox,
  method: string,
  context: Context<HttpEnv>,
  handle: MpHandler,
): Promise<MpAnswer | Refusal<MpRefusal>> {
  const token = /^Bearer (.+)$/i.exec(context.req.header("authorization") ?? "")?.[1];
  if (token === undefined) return refuse("no_token");
  if (token !== sandbox.accessToken) return refuse("bad_token");
  const url = new URL(context.req.url);
  const text = method === "GET" ? "" : await context.req.text();
  const body = readBody(text);
  if (!body) return refuse("bad_json");
  const call = {
    id: context.req.param("id") ?? "",
    query: Object.fromEntries(url.searchParams),
    body,
    origin: url.origin,
    idempotencyKey: context.req.header("x-idempotency-key"),
  };
  if (method === "GET") return handle({ ...call, db: sandbox.db });
  const scope = `${method} ${url.pathname.replace(/\/$/, "")}`;
  return sandbox.change((db) =>
    call.idempotencyKey === undefined
      ? handle({ ...call, db })
      : respondOnce(db, { scope, key: call.idempotencyKey, requestBody: text }, () => handle({ ...call, db })),
  );
}

function readBody(text: string): Record<string, unknown> | undefined {
  if (text.trim() === "") return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
