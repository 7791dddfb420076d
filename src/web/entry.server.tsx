import { renderToReadableStream } from "react-dom/server";
import { RouterContextProvider, ServerRouter, type EntryContext, type HandleErrorFunction } from "react-router";
import type { App } from "../server/app.ts";
import type { Shop } from "../server/settings/shop.ts";
import { addressContext, appContext, failureContext, officeContext, shopContext } from "./context.ts";

/** Renders a whole page: it is kept in memory and compressed, and its script hashes go into its headers. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
): Promise<Response> {
  let failed = false;
  const stream = await renderToReadableStream(
    <ServerRouter context={routerContext} url={request.url} nonce={SCRIPT_MARK} />,
    { nonce: SCRIPT_MARK, signal: AbortSignal.timeout(8_000), onError: () => void (failed = true) },
  );
  await stream.allReady;
  headers.set("Content-Type", "text/html; charset=utf-8");
  return new Response(stream, { status: failed ? 500 : status, headers });
}

/** React Router as this build sees it: in development the program outside has another copy of it. */
export { createRequestHandler } from "react-router";

/** What the loaders of a request get to see. The server build hands this to serve.ts (`entry.module`). */
export function makeContext(app: App, shop: Shop, address: string): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(appContext, app);
  context.set(shopContext, shop);
  context.set(addressContext, address);
  context.set(failureContext, {});
  return context;
}

/** What went wrong while a page was made: serve.ts asks for it and says it in the log, without the address. */
export const handleError: HandleErrorFunction = (error, { context, request }) => {
  if (!request.signal.aborted) (context as RouterContextProvider).get(failureContext).error ??= error;
};

export { failureContext, officeContext };

/**
 * Marks the scripts that are ours while a page is rendered; serve.ts replaces the mark by their hashes. A script that
 * somebody smuggled into the page does not carry it: it changes with every start of the process.
 */
export const SCRIPT_MARK = crypto.randomUUID();
