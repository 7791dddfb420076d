import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { bindAnalyticsSandbox } from "../adapters/analytics/sandbox-analytics.ts";
import { bindMailbox } from "../adapters/mail/mailbox-page.ts";
import { bindPacSandbox } from "../adapters/pac/sandbox/bind-pac-sandbox.ts";
import { bindMercadoPagoSandbox } from "../adapters/payments/sandbox/bind-mercado-pago-sandbox.ts";
import { UNREADABLE_TEXT } from "../../domain/readable-text.ts";
import type { App } from "../app.ts";
import { bindBranding } from "../branding/api.ts";
import { bindCart } from "../cart/api.ts";
import { bindCatalog } from "../catalog/api.ts";
import { bindCheckout } from "../checkout/api.ts";
import { bindCustomers } from "../customers/api.ts";
import { bindOrders } from "../orders/api.ts";
import { bindPaymentWebhooks } from "../payments/webhook-api.ts";
import { bindPayments } from "../payments/api.ts";
import { addressKey } from "../limits/address-key.ts";
import { bindCheckIn } from "../check-in/api.ts";
import { bindReviews } from "../reviews/api.ts";
import { bindPresale } from "../presale/api.ts";
import { bindInvoicing } from "../invoicing/api.ts";
import { bindWaitingList } from "../waiting-list/api.ts";
import { bindWaitingRoom } from "../presale/waiting-room/api.ts";
import { bindSessions } from "../sessions/api.ts";
import { bindSettings } from "../settings/api.ts";
import { servePicture } from "../pictures/serve-picture.ts";
import { shopForRequest } from "../settings/preview.ts";
import { requestOrigin } from "../settings/public-origin.ts";
import type { Shop } from "../settings/shop.ts";
import { NotSignedIn, notSignedInProblem } from "./caller.ts";
import { bindDocs } from "./docs-page.ts";
import type { HttpEnv, Cacheable } from "./env.ts";
import { bindHealth } from "./health.ts";
import { ResponseCache, type Computed } from "./response-cache.ts";
import { Metrics } from "./metrics.ts";
import { isTransient, isUnreadableText, malformedAddressProblem, problem, unavailableProblem } from "./problems.ts";
import { RateLimits } from "./rate-limits.ts";
import { readRequestTarget } from "./request-target.ts";
import { guardSandboxes } from "./sandbox-guard.ts";
import { scrubPath } from "./scrub-path.ts";
import { API_CSP, FILE_CSP, securityHeaders } from "./security-headers.ts";
import { StaticFiles } from "./static-files.ts";
import { TrustedProxies } from "./trusted-proxies.ts";

/** Who asks for a page: the address as limits count it, and the request's id in the log. */
export interface PageVisit {
  address: string;
  requestId: string;
}

/** Renders a page for a shop and a visitor; the answer may be kept if it says so. */
export type Pages = (request: Request, shop: Shop, visit: PageVisit) => Promise<Computed>;

interface ServerOptions {
  app: App;
  pages: Pages;
  /** The built client and what else is served as it is. */
  files: StaticFiles;
  isStopping: () => boolean;
  /** Development only: looks at each request first (Vite). */
  before?: (req: IncomingMessage, res: ServerResponse, next: () => void) => void;
}

/** Asked by the machine itself or its balancer, without TLS. */
const HEALTH = /^\/(?:healthz|readyz)$/;
/** Control characters, percent-encoded, but blanks and line ends: no address of ours holds one. */
const UNREADABLE_ADDRESS = /%(?:0[0-8ef]|1[\da-f]|7f)/i;

/** The whole shop over HTTP: files, API, sandboxes, pages. */
export function makeServer(options: ServerOptions): Server {
  const { app } = options;
  const hono = makeHono(options);
  const memory = new ResponseCache(app.productChanges);
  const proxies = new TrustedProxies(app.config.trustProxy);
  const isHttps = app.config.publicUrl?.startsWith("https:") ?? false;
  const headers = securityHeaders(isHttps);
  const fileHeaders = { ...headers, "Content-Security-Policy": FILE_CSP };

  /** Answers one request and tells whether the answer may be kept. */
  const compute = async (request: Request, peer: string, hangUp?: () => void): Promise<Computed> => {
    let keep: Cacheable | undefined;
    const response = await hono.fetch(request, { peer, hangUp, keep: (said: Cacheable) => (keep = said) });
    return { response, keep };
  };
  const listen = getRequestListener(async (request, env) => {
    const { incoming } = env as { incoming: IncomingMessage };
    const hangUp = (): void => void incoming.socket.destroy();
    return (await compute(request, incoming.socket.remoteAddress ?? "", hangUp)).response;
  });

  const front = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const target = readRequestTarget(req);
    if (!target || UNREADABLE_ADDRESS.test(target.path)) return answer(res, malformedAddressProblem());
    const [pathname = "/"] = target.path.split("?", 1);
    const cameByHttp = proxies.cameByHttp(req.socket.remoteAddress ?? "", req.headers["x-forwarded-proto"]?.toString());
    if (isHttps && cameByHttp && !HEALTH.test(pathname)) {
      const location = (await requestOrigin(app, target)) + target.path;
      return answer(res, new Response(null, { status: 308, headers: { Location: location } }));
    }
    if (options.files.serve(pathname, req, res, fileHeaders)) return;
    if (pathname.startsWith("/pictures/") && (await servePicture(app.files, pathname, req, res, fileHeaders))) return;
    // Health is answered without the database.
    const origin = HEALTH.test(pathname) ? "http://localhost" : await requestOrigin(app, target);
    const url = origin + target.path;
    const key = options.before ? null : ResponseCache.keyOf(req, url);
    if (key === null) {
      // The listener takes a target in absolute form as it is; from a path it would build the URL with the client's Host.
      req.url = url;
      await listen(req, res);
      return;
    }
    await memory.serve(
      key,
      req,
      res,
      () => compute(toRequest(req, url), req.socket.remoteAddress ?? ""),
      (response) => void pipe(response, res),
    );
  };

  const answer = (res: ServerResponse, response: Response): void => {
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
    response.headers.set("Content-Security-Policy", API_CSP);
    void pipe(response, res);
  };

  const server = createServer((req, res) => {
    const go = (): void => {
      front(req, res).catch((error: Error) => {
        const transient = isTransient(error);
        const requestId = randomUUID();
        const request = { requestId, method: req.method, path: scrubPath(readRequestTarget(req)?.path ?? "") };
        app.log[transient ? "warn" : "error"]({ ...request, err: error }, "request failed");
        if (res.headersSent) return res.destroy();
        return answer(res, transient ? unavailableProblem() : internalProblem(requestId));
      });
    };
    if (options.before) options.before(req, res, go);
    else go();
  });
  server.headersTimeout = 10_000;
  server.requestTimeout = 30_000;
  server.keepAliveTimeout = 65_000;
  return server;
}

function makeHono({ app, pages, isStopping }: ServerOptions): Hono<HttpEnv> {
  const hono = new Hono<HttpEnv>();
  const limits = new RateLimits(app.config.rateLimitScale);
  const proxies = new TrustedProxies(app.config.trustProxy);
  const metrics = new Metrics(app);
  const headers = Object.entries(securityHeaders(app.config.publicUrl?.startsWith("https:") ?? false));

  hono.use(async (context, next) => {
    const started = performance.now();
    const requestId = randomUUID();
    context.set("requestId", requestId);
    context.set("app", app);
    context.set("limits", limits);
    const client = proxies.clientAddress(context.env?.peer ?? "", context.req.header("x-forwarded-for"));
    context.set("address", addressKey(client));
    await next();
    const response = context.res;
    // What a page says of itself stands: the door's may use the camera.
    for (const [name, value] of headers) if (!response.headers.has(name)) response.headers.set(name, value);
    if (!response.headers.has("content-security-policy")) response.headers.set("Content-Security-Policy", API_CSP);
    response.headers.set("X-Request-Id", requestId);
    const keep = context.get("keep");
    if (keep) context.env?.keep?.(keep);
    const level = response.status >= 500 ? "warn" : "debug";
    const milliseconds = performance.now() - started;
    // The route, never the address: a path may carry a phone or a key. Failures add what is harmless of it.
    const { method, routePath: route } = context.req;
    const path = response.status >= 500 ? scrubPath(context.req.path) : undefined;
    metrics.heard(method, route, response.status, milliseconds);
    app.log[level](
      { requestId, method, route, path, status: response.status, ms: Math.round(milliseconds) },
      "request",
    );
  });
  bindHealth(hono, app, isStopping);
  metrics.bind(hono);
  bindDocs(hono);
  bindPaymentWebhooks(hono, app);
  guardSandboxes(hono, app);
  if (!app.config.smtpUrl) bindMailbox(hono, app);
  if (app.config.publicUrl === null) bindAnalyticsSandbox(hono);
  if (app.mercadoPagoSandbox) bindMercadoPagoSandbox(hono, app.mercadoPagoSandbox);
  if (app.pacSandbox) bindPacSandbox(hono, app.pacSandbox);

  hono.use(async (context, next) => {
    const asked = app.config.publicUrl === null ? context.req.header("x-shop") : undefined;
    const shop =
      (asked && (await app.shops.byKey(asked))) || (await app.shops.forHost(new URL(context.req.url).hostname));
    context.set("shop", await shopForRequest(app, shop, context.req.header("cookie")));
    await next();
  });
  bindBranding(hono);
  bindSettings(hono);
  bindCatalog(hono);
  bindCart(hono);
  bindCheckout(hono);
  bindSessions(hono);
  bindPresale(hono);
  bindWaitingList(hono);
  bindInvoicing(hono);
  bindWaitingRoom(hono);
  bindCustomers(hono);
  bindOrders(hono);
  bindPayments(hono);
  bindCheckIn(hono);
  bindReviews(hono);
  hono.all("/api/*", () => problem(404, "NOT_FOUND", "Esta dirección no existe en la API."));
  hono.all("/sandbox/*", () => problem(404, "NOT_FOUND", "Esta dirección no existe."));

  hono.all("*", async (context) => {
    const { response, keep } = await pages(context.req.raw, context.var.shop, context.var);
    if (keep) context.set("keep", keep);
    return response;
  });
  hono.onError((error, context) => {
    if (error instanceof NotSignedIn) return notSignedInProblem();
    const transient = isTransient(error);
    const { requestId } = context.var;
    const { method, path, routePath: route } = context.req;
    const request = { requestId, method, route, path: scrubPath(path) };
    if (isUnreadableText(error)) {
      app.log.warn({ ...request, err: error }, "a text that cannot be kept");
      return problem(400, "MALFORMED", UNREADABLE_TEXT);
    }
    app.log[transient ? "warn" : "error"]({ ...request, err: error }, "request failed");
    return transient ? unavailableProblem() : internalProblem(requestId);
  });
  return hono;
}

function internalProblem(requestId: string): Response {
  return problem(500, "INTERNAL", `Algo falló de nuestro lado. Si sigue así, dinos este número: ${requestId}.`);
}

function toRequest(req: IncomingMessage, url: string): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(req.headers)) {
    // The body kept must be the whole one, in no encoding: what this visitor has already is not our matter here.
    if (name.startsWith(":") || name === "if-none-match" || name === "connection") continue;
    headers.set(name, Array.isArray(value) ? value.join(", ") : (value ?? ""));
  }
  return new Request(url, { headers });
}

async function pipe(response: Response, res: ServerResponse): Promise<void> {
  res.writeHead(response.status, Object.fromEntries(response.headers));
  try {
    for await (const chunk of response.body ?? [])
      if (!res.write(chunk)) await new Promise((drained) => res.once("drain", drained));
    res.end();
  } catch {
    res.destroy();
  }
}
