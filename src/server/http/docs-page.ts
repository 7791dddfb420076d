import type { Env, Hono } from "hono";
import { buildOpenApiDocument } from "./openapi.ts";

const PAGE = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>API · Escaparate</title><link rel="stylesheet" href="/api/docs/swagger-ui.css"></head>
<body><div id="swagger-ui"></div>
<script src="/api/docs/swagger-ui-bundle.js"></script><script src="/api/docs/start.js"></script></body></html>`;

const START_SCRIPT = `SwaggerUIBundle({ url: "/api/openapi.json", dom_id: "#swagger-ui", deepLinking: true });`;

/** Swagger UI sets styles from its script, so inline styles are allowed. Scripts run only from the shop's origin. */
const CSP =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

/** Binds `/api/openapi.json`, and `/api/docs` to read and try the API. */
export function bindDocs<E extends Env>(api: Hono<E>): void {
  // Generated at the first request, because it would be 5 % of the start-up time.
  let document: string | undefined;
  api.get("/api/openapi.json", (context) =>
    context.body((document ??= JSON.stringify(buildOpenApiDocument())), 200, {
      "Content-Type": "application/json; charset=utf-8",
      "Cache-Control": "public, max-age=60",
    }),
  );
  api.get("/api/docs", (context) => context.html(PAGE, 200, { "Content-Security-Policy": CSP }));
  api.get("/api/docs/start.js", (context) =>
    context.body(START_SCRIPT, 200, { "Content-Type": "text/javascript; charset=utf-8" }),
  );
}
