import { randomUUID } from "node:crypto";
import type { Context, Hono } from "hono";
import { UNSTORABLE_TEXT_ERROR } from "../../domain/storable-text.ts";
import type { App } from "../app.ts";
import type { Metrics } from "../http/metrics.ts";
import { addCdnHeaders } from "../http/cdn-headers.ts";
import { internalProblem, isTransient, isUnreadableTextError, problem, unavailableProblem } from "../http/problems.ts";
import { RateLimits } from "../http/rate-limits.ts";
import { scrubPath } from "../http/scrub-path.ts";
import { API_CSP, securityHeaders } from "../http/security-headers.ts";
import { TrustedProxies } from "../http/trusted-proxies.ts";
import { describeRequestSpan, runInSpan } from "../tracing/spans.ts";
import { ipKey } from "../limits/ip-key.ts";
import { NotSignedIn, notSignedInProblem } from "./caller.ts";
import type { HttpEnv } from "./env.ts";

/**
 * Sets the id, the App, the key of the client's IP address and the rate limits of every request. Measures and logs the
 * request, and adds the security headers.
 */
export function addRequestContext(hono: Hono<HttpEnv>, app: App, metrics: Metrics): void {
  const rateLimits = new RateLimits(app.config.rateLimitScale);
  const proxies = new TrustedProxies(app.config.trustedProxies);
  const headers = Object.entries(securityHeaders(app.config.publicUrl?.startsWith("https:") ?? false));

  hono.use(async (context, next) => {
    const startedAtMs = performance.now();
    const requestId = randomUUID();
    context.set("requestId", requestId);
    context.set("app", context.env?.readsReplica && app.replica ? app.replica.app : app);
    context.set("rateLimits", rateLimits);
    const clientIp = proxies.clientIp(context.env?.peer ?? "", context.req.header("x-forwarded-for"));
    context.set("ip", ipKey(clientIp));
    // A client must not choose which requests are traced. A trusted proxy may.
    const parent = proxies.trusts(context.env?.peer ?? "") ? context.req.header("traceparent") : undefined;
    await runInSpan(context.req.method, { kind: "SERVER", parent }, async (span) => {
      await next();
      finish(context, startedAtMs);
      const { method, routePath: route } = context.req;
      describeRequestSpan(span, { method, route, status: context.res.status, requestId });
    });
  });

  /** Adds the headers to the response, and measures and logs the request. */
  const finish = (context: Context<HttpEnv>, startedAtMs: number): void => {
    const response = context.res;
    const { requestId } = context.var;
    // A page's own headers take precedence: the check-in page may use the camera.
    for (const [name, value] of headers) if (!response.headers.has(name)) response.headers.set(name, value);
    if (!response.headers.has("content-security-policy")) response.headers.set("Content-Security-Policy", API_CSP);
    response.headers.set("X-Request-Id", requestId);
    const cacheable = context.get("cacheable");
    if (cacheable) context.env?.onCacheable?.(cacheable);
    if (cacheable && context.env?.isPublic && app.config.cdn && response.status === 200) {
      addCdnHeaders(response.headers, { path: context.req.path, shopId: context.var.shop.id });
    }
    const level = response.status >= 500 ? "warn" : "debug";
    const durationMs = performance.now() - startedAtMs;
    // The route pattern, never the URL: a path may contain a phone number or a key. Failures add the scrubbed path.
    const { method, routePath: route } = context.req;
    const path = response.status >= 500 ? scrubPath(context.req.path) : undefined;
    metrics.observe(method, route, response.status, durationMs);
    app.log[level]({ requestId, method, route, path, status: response.status, ms: Math.round(durationMs) }, "request");
  };
}

/** Turns an error that a handler threw into a response: 401, 400, 503 if a retry may succeed, or else 500. */
export function answerErrors(hono: Hono<HttpEnv>, app: App): void {
  hono.onError((error, context) => {
    if (error instanceof NotSignedIn) return notSignedInProblem();
    const mayRetry = isTransient(error);
    const { requestId } = context.var;
    const { method, path, routePath: route } = context.req;
    const request = { requestId, method, route, path: scrubPath(path) };
    if (isUnreadableTextError(error)) {
      app.log.warn({ ...request, err: error }, "a text that cannot be stored");
      return problem(400, "MALFORMED", UNSTORABLE_TEXT_ERROR);
    }
    app.log[mayRetry ? "warn" : "error"]({ ...request, err: error }, "request failed");
    return mayRetry ? unavailableProblem() : internalProblem(requestId);
  });
}
