import path from "node:path";
import type { ServerBuild } from "react-router";
import { analyticsHosts } from "../server/adapters/analytics/ga4-tag.ts";
import type { App } from "../server/app.ts";
import type { ComputedResponse } from "../server/http/response-cache.ts";
import { HOME_PREVIEW_PARAM } from "../server/home/home-previews.ts";
import { isTransient } from "../server/http/problems.ts";
import { scrubPath } from "../server/http/scrub-path.ts";
import { pageCsp, type ExternalHosts } from "../server/http/security-headers.ts";
import type { RenderPage } from "../server/routes.ts";
import type { Shop } from "../server/shops/shop.ts";
import { linkCompleteManifest } from "./build/split-manifest.ts";
import type { PageFailure } from "./context.ts";
import { storeCouponFromLink } from "./coupon-link.ts";
import { FAILURE_COOKIE } from "./failure-cookies.ts";
import { finishPage } from "./build/finish-page.ts";

type EntryModule = typeof import("./entry.server.tsx");

/**
 * The pages of orders. They belong to one visitor, so the response cache does not store them, and they may load from
 * the payment provider.
 */
const ORDERS_PATH = /^\/orders(?:\/|\.data|$)/;

/**
 * For ten seconds the browser uses a page's prefetched data without a new request (decision 7). `Vary: Cookie`: a
 * change of the customer's cart sets a cookie (state/storage.ts), so data prefetched before the change is not used.
 */
const PREFETCH_HEADERS = { "Cache-Control": "private, max-age=10", Vary: "Host, X-Shop, Cookie" };

/** Renders pages with React's production build from `npm run build`. */
export async function loadBuiltPages(app: App, folder: string): Promise<RenderPage> {
  const build = (await import(path.join(folder, "server/index.js"))) as ServerBuild;
  const entry = build.entry.module as unknown as EntryModule;
  const handle = entry.createRequestHandler(build, "production");
  return async (originalRequest, shop, visit) => {
    const redirect = storeCouponFromLink(originalRequest);
    if (redirect) return { response: redirect };
    const request = toOpeningPage(toMaintenancePage(originalRequest, shop), shop);
    const context = entry.makeContext(shop, visit, build.assets.version);
    const response = await handle(request, context);
    const failure = context.get(entry.failureContext);
    if (failure.error !== undefined) logFailure(app, request, failure);
    if (context.get(entry.officeContext))
      return { response: await finishOfficePage(app, failure, response, entry.SCRIPT_NONCE) };
    const page = { response, nonce: entry.SCRIPT_NONCE, externalHosts: listExternalHosts(app, shop, request) };
    if (failure.error !== undefined) return { response: await finishFailedPage(app, failure, page) };
    const isPreview = shop.unopenedView === "preview" || new URL(request.url).searchParams.has(HOME_PREVIEW_PARAM);
    return isPreview ? markAsPreview(await finishShopPage(app, request, page)) : finishShopPage(app, request, page);
  };
}

/**
 * Hosts outside the shop that a page may load from: analytics, and on the pages of orders the payment provider, if the
 * shop takes online payments.
 */
function listExternalHosts(app: App, shop: Shop, request: Request): ExternalHosts | undefined {
  const analytics = analyticsHosts(app.config, shop);
  if (!ORDERS_PATH.test(decodePath(new URL(request.url).pathname)) || !shop.settings.payments.enabled) return analytics;
  const payment = app.payments.browserOrigins();
  return {
    ...payment,
    script: [...(analytics?.script ?? []), ...payment.script],
    img: [...(analytics?.img ?? []), ...payment.img],
    connect: [...(analytics?.connect ?? []), ...payment.connect],
  };
}

/** Vite's hot reload needs inline scripts, eval and a WebSocket. */
const DEVELOPMENT_CSP = "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob: ws:";

/** Renders pages from the sources through Vite, without script hashes or caching. */
export function createDevelopmentPages(loadBuild: () => Promise<ServerBuild>): RenderPage {
  return async (originalRequest, shop, visit) => {
    const redirect = storeCouponFromLink(originalRequest);
    if (redirect) return { response: redirect };
    const request = toOpeningPage(toMaintenancePage(originalRequest, shop), shop);
    const build = await loadBuild();
    const entry = build.entry.module as unknown as EntryModule;
    const handle = entry.createRequestHandler(build, "development");
    const response = await handle(request, entry.makeContext(shop, visit));
    response.headers.set("Content-Security-Policy", DEVELOPMENT_CSP);
    return { response };
  };
}

/**
 * Paths that answer in maintenance and before the opening: the maintenance page, the service worker and its page,
 * the check-in scanner, and the back office, where staff open the shop.
 */
const ALWAYS_OPEN_PATH =
  /^\/(?:maintenance(?:\.data)?|sw\.js|sin-conexion(?:\.js)?|boletos\/(?:validar|sw\.js)|panel(?:[/.].*)?)$/;

/**
 * In maintenance every other path shows /maintenance with status 503 (rule SHOP-4). A navigation from an open page
 * gets a full page load, because the data of another route does not fit that page.
 */
function toMaintenancePage(request: Request, shop: Shop): Request {
  const url = new URL(request.url);
  if (!shop.settings.management.maintenance.enabled || ALWAYS_OPEN_PATH.test(url.pathname)) return request;
  return new Request(
    new URL(url.pathname.endsWith(".data") ? "/maintenance.data?closed" : "/maintenance", url),
    request,
  );
}

/**
 * Paths that also answer before a shop opens: the pages about the opening, the legal texts, the files for crawlers,
 * and pages of customers with an order or an account, because staff take orders by phone before the opening.
 */
const PATH_OPEN_BEFORE_OPENING =
  /^\/(?:(?:abrimos-pronto|vista-previa|aviso-de-privacidad|terminos|cambios-y-devoluciones|orders(?:\/[^/]+(?:\/devolver)?)?|invoice|login|sulogin|forgot|reset|customer\/profile)(?:\.data)?|robots\.txt|sitemap\.xml|sitemap\/[^/]+)$/;

/** Pages of a shop that is in maintenance or not yet open. An open shop never links to them. */
const UNLINKED_PATH = /^\/(?:maintenance|abrimos-pronto|vista-previa)$/;

/**
 * Until a shop opens, a path that matches neither ALWAYS_OPEN_PATH nor PATH_OPEN_BEFORE_OPENING shows /abrimos-pronto
 * instead of its page (decision 30).
 */
function toOpeningPage(request: Request, shop: Shop): Request {
  const url = new URL(request.url);
  const { pathname } = url;
  if (shop.unopenedView !== "hidden" || ALWAYS_OPEN_PATH.test(pathname) || PATH_OPEN_BEFORE_OPENING.test(pathname))
    return request;
  return new Request(
    new URL(pathname.endsWith(".data") ? "/abrimos-pronto.data?closed" : "/abrimos-pronto", url),
    request,
  );
}

/** A preview is only for those who have its link: it is neither cached nor indexed. */
function markAsPreview({ response }: ComputedResponse): ComputedResponse {
  response.headers.set("Cache-Control", "no-store");
  response.headers.set("X-Robots-Tag", "noindex, nofollow");
  return { response };
}

/** A rendered page, the nonce of its scripts, and the hosts that its shop's settings allow. */
interface RenderedPage {
  response: Response;
  nonce: string;
  externalHosts: ExternalHosts | undefined;
}

function logFailure({ log }: App, { method, url }: Request, { requestId, route, error }: PageFailure): void {
  const level = isTransient(error) ? "warn" : "error";
  log[level]({ requestId, method, route, path: scrubPath(url), err: error }, "page failed");
}

/**
 * The cookie with the request id of a failure, none for a transient one. It expires after ten seconds: by then the
 * failed page is shown.
 */
function makeFailureCookieHeader({ config }: App, { requestId, error }: PageFailure): Record<string, string> {
  if (error === undefined || isTransient(error)) return {};
  const secure = config.publicUrl?.startsWith("https:") ? "; Secure" : "";
  return { "Set-Cookie": `${FAILURE_COOKIE}=${requestId}; Path=/; Max-Age=10; SameSite=Lax${secure}` };
}

/** The response of a failed page: 503 for a transient failure. It still has the shop's links, and is never cached. */
async function finishFailedPage(
  app: App,
  failure: PageFailure,
  { response, nonce, externalHosts }: RenderedPage,
): Promise<Response> {
  const isTransientFailure = isTransient(failure.error);
  const { html, scriptHashes } = finishPage(await response.text(), nonce);
  return new Response(html, {
    status: isTransientFailure ? 503 : response.status,
    headers: {
      "Content-Type": response.headers.get("content-type") ?? "text/html; charset=utf-8",
      "Cache-Control": "no-store",
      "Content-Security-Policy": pageCsp(scriptHashes, app.config.s3?.publicUrl, externalHosts),
      ...(isTransientFailure ? { "Retry-After": "2" } : {}),
      ...makeFailureCookieHeader(app, failure),
    },
  });
}

/** Decodes '/%6Frders' to '/orders'. A path that cannot be decoded stays as it is and matches no page. */
function decodePath(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

function isPrefetched(request: Request): boolean {
  return request.headers.get("sec-purpose")?.startsWith("prefetch") ?? false;
}

/** Completes a page of the back office: it is never cached, and loads only stored pictures from other hosts. */
async function finishOfficePage(app: App, failure: PageFailure, response: Response, nonce: string): Promise<Response> {
  const isTransientFailure = failure.error !== undefined && isTransient(failure.error);
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(makeFailureCookieHeader(app, failure))) headers.append(name, value);
  headers.set("Cache-Control", "no-store");
  headers.set("X-Robots-Tag", "noindex, nofollow");
  // Other sites must not get the panel's paths and search terms. `no-referrer` would remove the Origin of forms.
  headers.set("Referrer-Policy", "same-origin");
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  if (isTransientFailure) headers.set("Retry-After", "2");
  const status = isTransientFailure ? 503 : response.status;
  if (!headers.get("content-type")?.startsWith("text/html")) return new Response(response.body, { status, headers });
  const { html, scriptHashes } = finishPage(linkCompleteManifest(await response.text()), nonce);
  headers.set("Content-Security-Policy", pageCsp(scriptHashes, app.config.s3?.publicUrl));
  return new Response(html, { status, headers });
}

/** Completes a page of the shop: cache headers, and the content security policy with its script hashes. */
async function finishShopPage(
  app: App,
  request: Request,
  { response, nonce, externalHosts }: RenderedPage,
): Promise<ComputedResponse> {
  const pathname = decodePath(new URL(request.url).pathname);
  const isPrivate = ORDERS_PATH.test(pathname);
  const headers = new Headers(response.headers);
  if (!headers.has("cache-control")) {
    headers.set("Cache-Control", isPrivate ? "private, no-cache" : "public, max-age=0, must-revalidate");
  }
  headers.set("Vary", "Host, X-Shop");
  if (!isPrivate && response.status === 200 && pathname.endsWith(".data") && isPrefetched(request)) {
    for (const [name, value] of Object.entries(PREFETCH_HEADERS)) headers.set(name, value);
  }
  const cacheable = isPrivate || request.method !== "GET" ? undefined : { productIds: [] };
  if (!headers.get("content-type")?.startsWith("text/html")) {
    return { response: new Response(response.body, { status: response.status, headers }), cacheable };
  }
  const text = await response.text();
  const { html, scriptHashes } = finishPage(UNLINKED_PATH.test(pathname) ? linkCompleteManifest(text) : text, nonce);
  headers.set("Content-Security-Policy", pageCsp(scriptHashes, app.config.s3?.publicUrl, externalHosts));
  return {
    response: new Response(html, { status: response.status, headers }),
    cacheable: cacheable && { ...cacheable, body: html },
  };
}
