import { z } from "zod";
import type { Endpoint } from "../endpoint.ts";

const CONTENTS =
  "One item for each size of each product on sale in this shop, sold-out sizes included, at this shop's prices. Presales, tickets and products without a picture are not in it. The response is streamed. Send the `ETag` back as `If-None-Match` to learn that nothing changed (304).";

export const FEED_ENDPOINTS = {
  getGoogleFeed: {
    summary: "Get the product feed for Google and Meta",
    description: `RSS 2.0 with the attributes of Google's product data specification. ${CONTENTS}`,
    tag: "Catalog",
    credentials: "none",
    cache: "public",
    contentType: "application/xml",
    response: z.string(),
  },
  getProductsTsv: {
    summary: "Get the product feed as tab-separated values",
    description: `The same items as \`/feeds/google.xml\`, as a table with a header. ${CONTENTS}`,
    tag: "Catalog",
    credentials: "none",
    cache: "public",
    contentType: "text/tab-separated-values",
    response: z.string(),
  },
} as const satisfies Record<string, Endpoint>;
