import { renderToReadableStream } from "react-dom/server";
import { RouterContextProvider, ServerRouter, type EntryContext, type HandleErrorFunction } from "react-router";
import type { PageRequestContext } from "../server/routes.ts";
import type { Shop } from "../server/shops/shop.ts";
import { scrubPath } from "../server/http/scrub-path.ts";
import { ServerFailureContext } from "./failure.tsx";
import { isTransient } from "../server/http/problems.ts";
import {
  ipContext,
  appContext,
  buildVersionContext,
  failureContext,
  officeContext,
  shopContext,
  type PageFailure,
} from "./context.ts";

/** Renders a whole page, because it is cached and compressed, and its script hashes go into its headers. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  let hasFailed = false;
  const stream = await renderToReadableStream(
    <ServerFailureContext
      value={{
        requestId: findRequestIdToShow(loadContext.get(failureContext)),
        isSaved: loadContext.get(officeContext)?.hasSavedChange() ?? false,
      }}
    >
      <ServerRouter context={routerContext} url={request.url} nonce={SCRIPT_NONCE} />
    </ServerFailureContext>,
    {
      nonce: SCRIPT_NONCE,
      signal: AbortSignal.timeout(8_000),
      onError: () => void (hasFailed = true),
      // Otherwise React writes large lazy parts hidden at the end of the page, and a script moves them into place.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
    },
  );
  await stream.allReady;
  headers.set("Content-Type", "text/html; charset=utf-8");
  return new Response(stream, { status: hasFailed ? 500 : status, headers });
}

/** React Router as bundled in this build. In development the server process has another copy of it. */
export { createRequestHandler } from "react-router";

/** Creates the context of a request's loaders. serve.ts calls it through the server build (`entry.module`). */
export function makeContext(
  shop: Shop,
  { app, ip, requestId }: PageRequestContext,
  version?: string,
): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(appContext, app);
  context.set(shopContext, shop);
  context.set(ipContext, ip);
  if (version !== undefined) context.set(buildVersionContext, version);
  context.set(failureContext, { requestId });
  return context;
}

/** Stores the error of a failed page. serve.ts logs it without the personal data in the page's URL. */
export const handleError: HandleErrorFunction = (error, { context, request, params }) => {
  if (request.signal.aborted) return;
  const failure = (context as RouterContextProvider).get(failureContext);
  failure.error ??= error;
  failure.route ??= routeOf(new URL(request.url).pathname, params);
};

/** The pattern of a path, such as "/panel/pedidos/:orderId", from its parameters. */
function routeOf(pathname: string, params: Record<string, string | undefined>): string {
  const nameByValue = new Map(Object.entries(params).map(([name, value]) => [value, name]));
  const parts = pathname.replace(/\.data$/, "").split("/");
  return parts
    .map((part) => (part !== "" && nameByValue.has(part) ? `:${nameByValue.get(part)}` : scrubPath(part)))
    .join("/");
}

/** The request id shown on a failed page. Null without a failure, and for a transient one. */
function findRequestIdToShow({ requestId, error }: PageFailure): string | null {
  return error === undefined || isTransient(error) ? null : requestId;
}

export { failureContext, officeContext };

/**
 * The nonce that marks our own scripts while a page is rendered. serve.ts then removes it and allows the scripts by
 * their hashes in the Content-Security-Policy. An attacker who injects a script into a page cannot know the nonce,
 * because it changes with every start of the process.
 */
export const SCRIPT_NONCE = crypto.randomUUID();
