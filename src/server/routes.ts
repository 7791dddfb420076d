import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import { bindAnalyticsSandbox } from "./adapters/analytics/sandbox-analytics.ts";
import { bindMailbox } from "./adapters/mail/mailbox-page.ts";
import { bindCarrierSandbox } from "./adapters/carriers/sandbox/bind-carrier-sandbox.ts";
import { bindCarrierWebhooks } from "./carrier-labels/webhook-api.ts";
import { bindPacSandbox } from "./adapters/pac/sandbox/bind-pac-sandbox.ts";
import { bindMercadoPagoSandbox } from "./adapters/payments/sandbox/bind-mercado-pago-sandbox.ts";
import type { HttpEnv } from "./api/env.ts";
import { addRequestContext, answerErrors } from "./api/request-context.ts";
import type { App } from "./app.ts";
import { bindBranding } from "./branding/api.ts";
import { bindCart } from "./cart/api.ts";
import { bindCatalog } from "./catalog/api.ts";
import { bindCheckIn } from "./check-in/api.ts";
import { bindCheckout } from "./checkout/api.ts";
import { bindCustomers } from "./customers/api.ts";
import { bindFeeds } from "./feeds/api.ts";
import { bindDocs } from "./http/docs-page.ts";
import { bindHealth } from "./http/health.ts";
import { Metrics } from "./http/metrics.ts";
import { problem } from "./http/problems.ts";
import type { ComputedResponse } from "./http/response-cache.ts";
import { makeHttpServer } from "./http/server.ts";
import type { StaticFiles } from "./http/static-files.ts";
import { bindInvoicing } from "./invoicing/api.ts";
import { bindOrders } from "./orders/api.ts";
import { bindReturns } from "./returns/api.ts";
import { bindPayments } from "./payments/api.ts";
import { bindPaymentWebhooks } from "./payments/webhook-api.ts";
import { servePicture } from "./pictures/serve-picture.ts";
import { bindPostalCodes } from "./postal-codes/api.ts";
import { bindPresale } from "./presale/api.ts";
import { bindWaitingRoom } from "./presale/waiting-room/api.ts";
import { bindProductReviews, bindReviews } from "./reviews/api.ts";
import { bindSettings } from "./settings/api.ts";
import { shopForRequest } from "./settings/preview.ts";
import { requestOrigin } from "./shops/public-origin.ts";
import type { Shop } from "./shops/shop.ts";
import { bindSignIn } from "./sign-in/api.ts";
import { guardSandboxes } from "./staff/sandbox-guard.ts";
import { addBackupMetrics } from "./backup/backup-metrics.ts";
import { addShopMetrics } from "./system/shop-metrics.ts";
import { bindSizeGuides } from "./size-guides/api.ts";
import { bindWaitingList } from "./waiting-list/api.ts";
import { bindWishlists } from "./wishlists/api.ts";

/** The context of a page request. */
export interface PageRequestContext {
  /** The App that reads the replica, if this request may read it. Otherwise the App that reads the primary. */
  app: App;
  /** The key of the client's IP address, for rate limits. */
  ip: string;
  /** The request's id in the log. */
  requestId: string;
}

/** Renders the page of a request to a shop. The result says whether the response may be cached. */
export type RenderPage = (request: Request, shop: Shop, visit: PageRequestContext) => Promise<ComputedResponse>;

interface ServerOptions {
  app: App;
  renderPage: RenderPage;
  /** The built client and other static files. */
  staticFiles: StaticFiles;
  isStopping: () => boolean;
  /** Development only: handles each request first (Vite). */
  devMiddleware?: (req: IncomingMessage, res: ServerResponse, next: () => void) => void;
}

/** The HTTP server of all shops: static files, pictures, API, sandboxes and pages. */
export function makeServer({ app, staticFiles, devMiddleware, ...routeOptions }: ServerOptions): Server {
  const routes = makeRoutes({ app, ...routeOptions });
  return makeHttpServer({
    app,
    files: staticFiles,
    fetch: (request, connection) => routes.fetch(request, connection),
    originOf: (target) => requestOrigin(app, target),
    servePicture: (pathname, req, res, headers) => servePicture(app.files, pathname, req, res, headers),
    ...(devMiddleware && { devMiddleware }),
  });
}

/** The HTTP server of a process that only runs jobs: `/healthz`, `/readyz` and `/metrics`. */
export function makeWorkerServer(app: App, isStopping: () => boolean): Server {
  const hono = new Hono<HttpEnv>();
  const metrics = new Metrics(app);
  addShopMetrics(metrics, app);
  addBackupMetrics(metrics, app);
  bindHealth(hono, app, { isStopping, checkJobs: true });
  metrics.bind(hono);
  const listener = getRequestListener(
    (request, env) => hono.fetch(request, { peer: (env as HttpBindings).incoming.socket.remoteAddress ?? "" }),
    { hostname: "localhost" },
  );
  return createServer({ requireHostHeader: false }, listener);
}

/** All routes, in the order in which they are matched. */
function makeRoutes({
  app,
  renderPage,
  isStopping,
}: Omit<ServerOptions, "staticFiles" | "devMiddleware">): Hono<HttpEnv> {
  const hono = new Hono<HttpEnv>();
  const metrics = new Metrics(app);
  addShopMetrics(metrics, app);
  addBackupMetrics(metrics, app);
  addRequestContext(hono, app, metrics);
  bindHealth(hono, app, { isStopping });
  metrics.bind(hono);
  bindDocs(hono);
  bindPaymentWebhooks(hono, app);
  bindCarrierWebhooks(hono, app);
  guardSandboxes(hono, app);
  if (!app.config.smtpUrl) bindMailbox(hono, app);
  if (app.config.publicUrl === null) bindAnalyticsSandbox(hono);
  if (app.mercadoPagoSandbox) bindMercadoPagoSandbox(hono, app.mercadoPagoSandbox);
  if (app.pacSandbox) bindPacSandbox(hono, app.pacSandbox);
  if (app.carrierSandbox) bindCarrierSandbox(hono, app.carrierSandbox);

  hono.use(async (context, next) => {
    const key = app.config.publicUrl === null ? context.req.header("x-shop") : undefined;
    const shop = (key && (await app.shops.byKey(key))) || (await app.shops.forHost(new URL(context.req.url).hostname));
    context.set("shop", await shopForRequest(app, shop, context.req.header("cookie")));
    await next();
  });
  bindBranding(hono);
  bindSettings(hono);
  bindCatalog(hono);
  bindFeeds(hono);
  bindCart(hono);
  bindCheckout(hono);
  bindSignIn(hono);
  bindPresale(hono);
  bindWaitingList(hono);
  bindInvoicing(hono);
  bindWaitingRoom(hono);
  bindCustomers(hono);
  bindSizeGuides(hono);
  bindWishlists(hono);
  bindPostalCodes(hono);
  bindOrders(hono);
  bindReturns(hono);
  bindPayments(hono);
  bindCheckIn(hono);
  bindReviews(hono);
  bindProductReviews(hono);
  hono.all("/api/*", () => problem(404, "NOT_FOUND", "Esta dirección no existe en la API."));
  hono.all("/sandbox/*", () => problem(404, "NOT_FOUND", "Esta dirección no existe."));

  hono.all("*", async (context) => {
    const { response, cacheable } = await renderPage(context.req.raw, context.var.shop, context.var);
    if (cacheable) context.set("cacheable", cacheable);
    return response;
  });
  answerErrors(hono, app);
  return hono;
}
