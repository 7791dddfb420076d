import { hash } from "node:crypto";
import type { Context, Hono } from "hono";
import type { z } from "zod";
import { API, type Contract } from "../../contract/api.ts";
import type { Endpoint } from "../../contract/endpoint.ts";
import { OPERATIONS, splitOperation, type OperationName } from "../../contract/operations.ts";
import { isStorableText } from "../../domain/storable-text.ts";
import { isRefusal, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import type { Shop } from "../shops/shop.ts";
import { authenticateToken } from "../sessions/sessions.ts";
import { isAssistedToken } from "../sessions/token.ts";
import { logAssistedAction } from "../change-log/assisted-action-log.ts";
import { bearerToken } from "./caller.ts";
import type { HttpEnv } from "./env.ts";
import { CheckedJson } from "../http/checked-json.ts";
import { runIdempotently, runIdempotentlyBegunByWork, runIdempotentlyInTransaction } from "../http/idempotency.ts";
import type { AnsweredCall, CallToBegin } from "../http/idempotency-store.ts";
import {
  COMMON_PROBLEMS,
  commonProblem,
  invalidProblem,
  malformedUrlProblem,
  problem,
  refusalProblem,
} from "../http/problems.ts";
import { readJson } from "../http/read-json.ts";
import type { REFUSALS, WireRefusalName } from "../http/refusals.ts";

type Params<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { [K in Name]: string } & Params<Rest>
  : unknown;
type OutputOf<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type FieldOf<Name extends OperationName, Field extends string> =
  Contract[Name] extends Record<Field, infer Schema> ? OutputOf<Schema> : undefined;

/** A parsed and validated call, as a handler receives it. */
export interface Call<Name extends OperationName> {
  app: App;
  shop: Shop;
  params: Params<(typeof OPERATIONS)[Name]>;
  query: FieldOf<Name, "query">;
  body: FieldOf<Name, "body">;
  request: Request;
  /** The key of the caller's IP address, for limits. */
  ip: string;
  /**
   * Converts the result to the row that stores it as the answer of a call with an `Idempotency-Key`. The handler
   * inserts the row in the transaction of its work, and then returns the same result. Null if the call has no key, or
   * if the answer is stored after the work.
   */
  toAnsweredCall: ((result: z.input<Contract[Name]["response"]>) => AnsweredCall) | null;
  /**
   * The call with its `Idempotency-Key`, if the handler's own statement begins it. Null if the call has no key, or if
   * it has begun.
   */
  callToBegin: CallToBegin | null;
  /**
   * Registers the products that the response shows. The response cache removes the response once this process changes
   * one of them. The reviews of a shop are registered with a key of their own (`reviewsChangeKey`).
   */
  registerShownProducts(productIds: Iterable<string>): void;
}

/** Codes that `documented-errors.ts` adds to every operation that can return them. */
type CommonCode = "NOT_FOUND" | "TOO_MANY_REQUESTS" | "VALIDATION_FAILED";
type DocumentedCode<Name extends OperationName> =
  | CommonCode
  | (Contract[Name] extends { refusals: readonly (infer Code)[] } ? Code : never);
/** The refusals whose codes the contract lists for this operation: any other does not compile. */
type DocumentedRefusal<Name extends OperationName> = {
  [Code in WireRefusalName]: (typeof REFUSALS)[Code][1] extends DocumentedCode<Name> ? Code : never;
}[WireRefusalName];

type Answer<Name extends OperationName> =
  | z.input<Contract[Name]["response"]>
  | CheckedJson
  | Response
  | Refusal<DocumentedRefusal<Name>>;

type ToRow = (status: number, text: string) => AnsweredCall;

/** What lets a handler store its answer or begin its call itself. */
interface IdempotencyHooks {
  toRow?: ToRow;
  callToBegin?: CallToBegin;
}

interface Options<Name extends OperationName> {
  /** Whether the handler stores the answer of a call with this body itself (`Call.toAnsweredCall`). */
  storesAnswer?: (body: Call<Name>["body"]) => boolean;
  /** Whether the handler begins a call with this body itself (`Call.callToBegin`). */
  beginsCall?: (body: Call<Name>["body"]) => boolean;
}

/**
 * Binds a use case to an endpoint of the contract: parses and validates the request, and answers as the contract
 * specifies. A response that violates the contract is a bug: it throws, and the caller receives a 500.
 */
export function bind<Name extends OperationName>(
  api: Hono<HttpEnv>,
  name: Name,
  handle: (call: Call<Name>) => Promise<Answer<Name>>,
  { storesAnswer, beginsCall }: Options<Name> = {},
): void {
  const { method, path } = splitOperation(name);
  const endpoint: Endpoint = API[name];
  api.on(method, path.replaceAll(/\{(\w+)\}/g, ":$1"), async (context) => {
    const { app, shop, rateLimits, ip } = context.var;
    const refusal = await rateLimits.countCall(name, ip);
    if (refusal) return refusal;
    if (shop.settings.management.maintenance.enabled && !endpoint.isOpenDuringMaintenance)
      return maintenanceProblem(shop);
    if (!Object.values<string>(context.req.param()).every(isStorableText)) return malformedUrlProblem();
    const query = endpoint.query?.safeParse(toQueryValues(context.req.queries()));
    if (query && !query.success) return invalidProblem(query.error);
    const body = endpoint.body ? await readJson(context.req.raw, endpoint.body) : undefined;
    if (body instanceof Response) return body;

    const shownProductIds: string[] = [];
    /** The result that the handler converted to a row, with its JSON text. */
    let convertedAnswer: { result: unknown; text: string } | undefined;
    let isStored = false;
    /** The text of the response, if it is a result as JSON. */
    let sentText: string | undefined;
    const toAnsweredCall = (toRow: ToRow) => (result: z.input<Contract[Name]["response"]>) => {
      convertedAnswer = { result, text: toText(endpoint, result) };
      return toRow(endpoint.status ?? 200, convertedAnswer.text);
    };
    const runHandler = ({ toRow, callToBegin }: IdempotencyHooks = {}): Promise<Response> =>
      withAssistedActionLog(context, name, endpoint, body?.parsed, async () => {
        const result = await handle({
          app,
          shop,
          params: context.req.param() as Call<Name>["params"],
          query: query?.data as Call<Name>["query"],
          body: body?.parsed as Call<Name>["body"],
          request: context.req.raw,
          ip,
          toAnsweredCall: toRow ? toAnsweredCall(toRow) : null,
          callToBegin: callToBegin ?? null,
          registerShownProducts: (productIds) => shownProductIds.push(...productIds),
        });
        isStored = convertedAnswer !== undefined && convertedAnswer.result === result;
        // With an access code the response must not be public.
        const cache = context.req.header("x-code") === undefined ? endpoint.cache : "private";
        sentText = isSentAsJson(endpoint, result)
          ? isStored
            ? convertedAnswer!.text
            : toText(endpoint, result)
          : undefined;
        return respond(context, { ...endpoint, cache }, result, { shownProductIds, text: sentText });
      });
    const runHandlerWithText = async (hooks?: IdempotencyHooks) => ({
      response: await runHandler(hooks),
      text: sentText,
    });
    const key = endpoint.idempotent ? context.req.header("idempotency-key") : undefined;
    if (!key) return runHandler();
    if (key.length > 200) return commonProblem("IDEMPOTENCY_KEY_INVALID");
    const scope = `${name} ${shop.key} ${context.req.path} ${callerHash(context.req.header("authorization"))}`;
    const idempotentCall = { scope, key, requestBody: body?.text ?? "" };
    const parsedBody = body?.parsed as Call<Name>["body"];
    // The log of an assisted session must not have an entry for each repetition of a call.
    if (isAssisted(context.req.raw)) return runIdempotently(app, idempotentCall, () => runHandlerWithText());
    if (storesAnswer?.(parsedBody)) {
      return runIdempotentlyInTransaction(app, idempotentCall, async (toRow) => ({
        ...(await runHandlerWithText({ toRow })),
        isStored,
      }));
    }
    if (beginsCall?.(parsedBody)) {
      return runIdempotentlyBegunByWork(app, idempotentCall, (callToBegin) => runHandlerWithText({ callToBegin }));
    }
    return runIdempotently(app, idempotentCall, () => runHandlerWithText());
  });
}

/**
 * A parameter that occurs once becomes a string, and one that occurs several times an array. The schema decides which
 * is allowed.
 */
function toQueryValues(query: Record<string, string[]>): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(query).map(([name, values]) => [name, values.length === 1 ? values[0]! : values]),
  );
}

/** Whether the result is sent as JSON. */
function isSentAsJson(endpoint: Endpoint, result: unknown): boolean {
  return !(result instanceof Response) && !isRefusal(result) && endpoint.status !== 204;
}

/** A successful result as JSON text. Throws if it violates the contract. */
function toText(endpoint: Endpoint, result: unknown): string {
  if (result instanceof CheckedJson) return result.text;
  return JSON.stringify(endpoint.response.parse(result));
}

function respond(
  context: Context<HttpEnv>,
  endpoint: Endpoint,
  result: unknown,
  { shownProductIds, text: body }: { shownProductIds: string[]; text: string | undefined },
): Response {
  if (result instanceof Response) return result;
  if (isRefusal(result)) return refusalProblem(result);
  if (body === undefined) return new Response(null, { status: 204, headers: { "Cache-Control": "no-store" } });
  const headers: Record<string, string> = { "Content-Type": "application/json; charset=utf-8" };
  if (endpoint.cache === "private") {
    return new Response(body, { status: endpoint.status, headers: { ...headers, "Cache-Control": "no-store" } });
  }
  const etag = `"${hash("sha1", body, "base64url")}"`;
  headers["Cache-Control"] = "public, max-age=0, must-revalidate";
  headers.ETag = etag;
  headers.Vary = "Host, X-Shop";
  context.set("cacheable", { productIds: shownProductIds, body });
  if (context.req.header("if-none-match")?.includes(etag)) return new Response(null, { status: 304, headers });
  return new Response(body, { headers });
}

/** Logs a private call of an assisted session before its work, and again with the response's status (rule STAFF-1). */
async function withAssistedActionLog(
  context: Context<HttpEnv>,
  name: OperationName,
  endpoint: Endpoint,
  body: unknown,
  work: () => Promise<Response>,
): Promise<Response> {
  const { app, requestId } = context.var;
  const token = bearerToken(context.req.raw);
  const isLogged = token && endpoint.cache === "private" && isAssistedToken(token);
  const caller = isLogged ? await authenticateToken(app.genericPlanDb, token) : undefined;
  if (!caller?.assistedBy) return work();
  const fields = Object.keys((body as object | undefined) ?? {});
  const action = {
    by: { customerId: caller.customerId, assistedBy: caller.assistedBy },
    action: name,
    target: { ...context.req.param(), ...(fields.length > 0 ? { fields } : {}) },
    requestId,
  };
  await logAssistedAction(app.genericPlanDb, action);
  const response = await work();
  await logAssistedAction(app.genericPlanDb, action, response.status);
  return response;
}

function isAssisted(request: Request): boolean {
  const token = bearerToken(request);
  return Boolean(token && isAssistedToken(token));
}

/** Separates the idempotency keys of different callers without storing the token. */
function callerHash(authorization: string | undefined): string {
  return authorization === undefined ? "" : hash("sha256", authorization, "base64url");
}

function maintenanceProblem(shop: Shop): Response {
  const { information } = shop.settings.management.maintenance;
  const [status, defaultText] = COMMON_PROBLEMS.MAINTENANCE;
  return problem(status, "MAINTENANCE", information || defaultText, { headers: { "Retry-After": "120" } });
}
