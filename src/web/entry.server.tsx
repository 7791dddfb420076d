import { renderToReadableStream } from "react-dom/server";
import { RouterContextProvider, ServerRouter, type EntryContext, type HandleErrorFunction } from "react-router";
import type { App } from "../server/app.ts";
import type { PageVisit } from "../server/routes.ts";
import type { Shop } from "../server/shops/shop.ts";
import { scrubPath } from "../server/http/scrub-path.ts";
import { ServerFailure } from "./failure.tsx";
import { isTransient } from "../server/http/problems.ts";
import { addressContext, appContext, failureContext, officeContext, shopContext, type PageFailure } from "./context.ts";

/** Renders a whole page: it is kept in memory and compressed, and its script hashes go into its headers. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  let failed = false;
  const stream = await renderToReadableStream(
    <ServerFailure
      value={{
        number: failureNumber(loadContext.get(failureContext)),
        isSaved: loadContext.get(officeContext)?.isSaved() ?? false,
      }}
    >
      <ServerRouter context={routerContext} url={request.url} nonce={SCRIPT_MARK} />
    </ServerFailure>,
    { nonce: SCRIPT_MARK, signal: AbortSignal.timeout(8_000), onError: () => void (failed = true) },
  );
  await stream.allReady;
  headers.set("Content-Type", "text/html; charset=utf-8");
  return new Response(stream, { status: failed ? 500 : status, headers });
}

/** React Router as this build sees it: in development the program outside has another copy of it. */
export { createRequestHandler } from "react-router";

/** What the loaders of a request get to see. The server build hands this to serve.ts (`entry.module`). */
export function makeContext(app: App, shop: Shop, { address, requestId }: PageVisit): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(appContext, app);
  context.set(shopContext, shop);
  context.set(addressContext, address);
  context.set(failureContext, { requestId });
  return context;
}

/** What went wrong while a page was made: serve.ts asks for it and says it in the log, without the address. */
export const handleError: HandleErrorFunction = (error, { context, request, params }) => {
  if (request.signal.aborted) return;
  const failure = (context as RouterContextProvider).get(failureContext);
  failure.error ??= error;
  failure.route ??= routeOf(new URL(request.url).pathname, params);
};

/** "/panel/pedidos/:orderId" from the address and what was read out of it. */
function routeOf(pathname: string, params: Record<string, string | undefined>): string {
  const names = new Map(Object.entries(params).map(([name, value]) => [value, name]));
  const parts = pathname.replace(/\.data$/, "").split("/");
  return parts.map((part) => (part !== "" && names.has(part) ? `:${names.get(part)}` : scrubPath(part))).join("/");
}

/** What the page tells of it: nothing where it may be well again at the next try. */
function failureNumber({ requestId, error }: PageFailure): string | null {
  return error === undefined || isTransient(error) ? null : requestId;
}

export { failureContext, officeContext };

/**
 * Marks the scripts that are ours while a page is rendered; serve.ts replaces the mark by their hashes. A script that
 * somebody smuggled into the page does not carry it: it changes with every start of the process.
 */
export const SCRIPT_MARK = crypto.randomUUID();
