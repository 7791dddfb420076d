import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { App } from "../app.ts";
import { internalProblem, isTransient, malformedUrlProblem, unavailableProblem } from "./problems.ts";
import { isAnonymousCatalogueRequest, mayReadReplica } from "./may-read-replica.ts";
import { readRequestTarget, type RequestTarget } from "./request-target.ts";
import { ResponseCache, type CacheInfo, type ComputedResponse } from "./response-cache.ts";
import { scrubPath } from "./scrub-path.ts";
import { API_CSP, FILE_CSP, securityHeaders } from "./security-headers.ts";
import type { StaticFiles } from "./static-files.ts";
import { addTrackingToRedirect, splitTracking } from "./tracking-params.ts";
import { TrustedProxies } from "./trusted-proxies.ts";

/** What the router receives besides the request. */
export interface RequestContext {
  /** The peer's IP address, from the socket. */
  peer: string;
  /** Closes the connection without a response. Only sandboxes call it. */
  closeConnection: (() => void) | undefined;
  /** Called if the response is public and may be cached. */
  onCacheable: (cacheable: CacheInfo) => void;
  /** Whether the request has no credentials: then the response cache and a CDN may store a public response. */
  isPublic: boolean;
  /** Whether public reads use the replica. */
  readsReplica: boolean;
}

const DEFAULT_CONTEXT = { closeConnection: undefined, isPublic: false, readsReplica: false };

interface ServerOptions {
  app: Pick<App, "config" | "log" | "productChanges" | "replica">;
  /** Routes a request to its handler. */
  fetch: (request: Request, connection: RequestContext) => Response | Promise<Response>;
  /** The origin of a request as its browser sends it. */
  originOf: (target: RequestTarget) => Promise<string>;
  /** The built client and other static files. */
  files: StaticFiles;
  /** Serves an uploaded picture. False if the path names none. */
  servePicture: (
    pathname: string,
    req: IncomingMessage,
    res: ServerResponse,
    headers: Record<string, string>,
  ) => Promise<boolean>;
  /** Development only: handles each request first (Vite). */
  devMiddleware?: (req: IncomingMessage, res: ServerResponse, next: () => void) => void;
}

/** Paths that the machine itself or its load balancer requests, without TLS. */
const HEALTH_PATH = /^\/(?:healthz|readyz)$/;
/** Percent-encoded control characters except whitespace: no URL of the shop contains one. */
const UNREADABLE_PATH = /%(?:0[0-8ef]|1[\da-f]|7f)/i;

/**
 * The HTTP server in front of the router: checks the request target, redirects to HTTPS, serves files and pictures, and
 * answers from the response cache.
 */
export function makeHttpServer(options: ServerOptions): Server {
  const { app } = options;
  const cache = new ResponseCache(app.productChanges);
  const proxies = new TrustedProxies(app.config.trustedProxies);
  const isHttps = app.config.publicUrl?.startsWith("https:") ?? false;
  const headers = securityHeaders(isHttps);
  const fileHeaders = { ...headers, "Content-Security-Policy": FILE_CSP };

  /** Computes the response to a request, with what the response cache needs to store it. */
  const compute = async (
    request: Request,
    context: Partial<RequestContext> & { peer: string },
  ): Promise<ComputedResponse> => {
    let cacheable: CacheInfo | undefined;
    const onCacheable = (info: CacheInfo): void => void (cacheable = info);
    const response = await options.fetch(request, { ...DEFAULT_CONTEXT, ...context, onCacheable });
    return { response, cacheable };
  };
  /**
   * Computes a public response, from the replica if possible. It is computed from the primary if the customer has just
   * changed their cart, or if the replica does not exist, is too old, fails, does not have what was requested, or may
   * not have a change of this process to a product that the response shows.
   */
  const computePublic = async (req: IncomingMessage, url: string): Promise<ComputedResponse> => {
    const peer = req.socket.remoteAddress ?? "";
    const replica = app.replica?.replica;
    const replicaVersion = replica && mayReadReplica(req) ? replica.findReplayedVersion() : undefined;
    if (replicaVersion === undefined) return compute(toRequest(req, url), { peer, isPublic: true });
    const computedResponse = await compute(toRequest(req, url), { peer, isPublic: true, readsReplica: true });
    const { status } = computedResponse.response;
    if (status >= 500) replica!.reportFailure();
    else if (
      status !== 404 &&
      !app.productChanges.changedSince(replicaVersion, computedResponse.cacheable?.productIds ?? [])
    )
      return computedResponse;
    return compute(toRequest(req, url), { peer, isPublic: true });
  };
  const routeRequest = getRequestListener(async (request, env) => {
    const { incoming } = env as { incoming: IncomingMessage };
    const closeConnection = (): void => void incoming.socket.destroy();
    const replica = app.replica?.replica;
    // The whole catalogue is read from the replica if the replica has all product changes of this process.
    const readsReplica =
      replica !== undefined &&
      isAnonymousCatalogueRequest(incoming) &&
      replica.findReplayedVersion() === app.productChanges.currentVersion();
    return (
      await compute(request, {
        peer: incoming.socket.remoteAddress ?? "",
        closeConnection,
        readsReplica,
      })
    ).response;
  });

  const handleRequest = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const target = readRequestTarget(req);
    if (!target || UNREADABLE_PATH.test(target.path)) return answer(res, malformedUrlProblem());
    const [pathname = "/"] = target.path.split("?", 1);
    if (HEALTH_PATH.test(pathname)) {
      // Health checks do not look up the shop. Load balancers may send no Host.
      req.url = `http://localhost${target.path}`;
      return routeRequest(req, res);
    }
    if (!hasHost(req)) return answer(res, malformedUrlProblem());
    const cameByHttp = proxies.cameByHttp(req.socket.remoteAddress ?? "", req.headers["x-forwarded-proto"]?.toString());
    if (isHttps && cameByHttp) {
      const location = (await options.originOf(target)) + target.path;
      return answer(res, new Response(null, { status: 308, headers: { Location: location } }));
    }
    if (options.files.serve(pathname, req, res, fileHeaders)) return;
    if (pathname.startsWith("/pictures/") && (await options.servePicture(pathname, req, res, fileHeaders))) return;
    const requestedUrl = (await options.originOf(target)) + target.path;
    const { url, tracking } = splitTracking(requestedUrl);
    const urlCacheKey = options.devMiddleware ? null : ResponseCache.keyOf(req, url);
    // A response from the replica is not served to customers who need the primary.
    const cacheKey =
      urlCacheKey !== null && app.replica && !mayReadReplica(req) ? `primary ${urlCacheKey}` : urlCacheKey;
    if (cacheKey === null) {
      // The listener uses an absolute target unchanged. From a path it would build the URL with the client's Host.
      req.url = requestedUrl;
      await routeRequest(req, res);
      return;
    }
    await cache.serve(
      cacheKey,
      req,
      res,
      () => computePublic(req, url),
      (response) => void pipe(addTrackingToRedirect(response, tracking), res),
    );
  };

  const answer = (res: ServerResponse, response: Response): void => {
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
    response.headers.set("Content-Security-Policy", API_CSP);
    void pipe(response, res);
  };

  const server = createServer({ requireHostHeader: false }, (req, res) => {
    const handle = (): void => {
      handleRequest(req, res).catch((error: Error) => {
        const isTransientError = isTransient(error);
        const requestId = randomUUID();
        const request = { requestId, method: req.method, path: scrubPath(readRequestTarget(req)?.path ?? "") };
        app.log[isTransientError ? "warn" : "error"]({ ...request, err: error }, "request failed");
        if (res.headersSent) return res.destroy();
        return answer(res, isTransientError ? unavailableProblem() : internalProblem(requestId));
      });
    };
    if (options.devMiddleware) options.devMiddleware(req, res, handle);
    else handle();
  });
  server.headersTimeout = 10_000;
  // A phone on a slow network needs minutes for the pictures of a product.
  server.requestTimeout = 300_000;
  server.keepAliveTimeout = 65_000;
  return server;
}

/** Whether the request has the Host header that HTTP/1.1 requires (RFC 9112, 3.2). */
function hasHost(req: IncomingMessage): boolean {
  return req.httpVersion === "1.0" || req.headers.host !== undefined;
}

function toRequest(req: IncomingMessage, url: string): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(req.headers)) {
    // The stored response must have a body, so this client's conditional header is left out.
    if (name.startsWith(":") || name === "if-none-match" || name === "connection") continue;
    headers.set(name, Array.isArray(value) ? value.join(", ") : (value ?? ""));
  }
  return new Request(url, { headers });
}

async function pipe(response: Response, res: ServerResponse): Promise<void> {
  res.writeHead(response.status, Object.fromEntries(response.headers));
  try {
    for await (const chunk of response.body ?? []) {
      if (!res.write(chunk)) await waitForDrain(res);
    }
    res.end();
  } catch {
    res.destroy();
  }
}

/** Rejects if the client disconnects before it has read what was written. The body is cancelled then. */
async function waitForDrain(res: ServerResponse): Promise<void> {
  const disconnection = new AbortController();
  const abort = (): void => disconnection.abort();
  if (res.destroyed) abort();
  res.once("close", abort);
  try {
    await once(res, "drain", { signal: disconnection.signal });
  } finally {
    res.off("close", abort);
  }
}
