import type { Hono } from "hono";
import { bind, type Call } from "../api/bind.ts";
import type { HttpEnv } from "../api/env.ts";
import { streamText } from "../csv/stream-text.ts";
import { computeFeedFingerprint, readFeed } from "./read-feed.ts";
import { writeGoogleXml, writeTsv } from "./write-feed.ts";

export function bindFeeds(api: Hono<HttpEnv>): void {
  bind(api, "getGoogleFeed", (call) =>
    respondWithFeed(call, "application/xml", ({ app, shop }) =>
      writeGoogleXml(
        { title: shop.name, link: `${app.originOf(shop.hosts)}/`, description: `Productos de ${shop.name}` },
        readFeed(app, shop),
      ),
    ),
  );
  bind(api, "getProductsTsv", (call) =>
    respondWithFeed(call, "text/tab-separated-values", ({ app, shop }) => writeTsv(readFeed(app, shop))),
  );
}

type FeedCall = Pick<Call<"getGoogleFeed">, "app" | "shop" | "request">;

/** The feed, written as fast as the client reads it, or 304 if the client has the current version. */
async function respondWithFeed(
  { app, shop, request }: FeedCall,
  contentType: string,
  write: (call: Pick<FeedCall, "app" | "shop">) => AsyncGenerator<string>,
): Promise<Response> {
  const etag = `W/"${await computeFeedFingerprint(app, shop)}"`;
  const headers = { ETag: etag, "Cache-Control": "public, max-age=0, must-revalidate", Vary: "Host, X-Shop" };
  if (request.headers.get("if-none-match")?.includes(etag)) return new Response(null, { status: 304, headers });
  return new Response(streamText(write({ app, shop })), {
    headers: { ...headers, "Content-Type": `${contentType}; charset=utf-8` },
  });
}
