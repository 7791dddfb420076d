import type { Hono } from "hono";
import { z } from "zod";
import type { HttpEnv } from "../../api/env.ts";
import { problem } from "../../http/problems.ts";
import { readJson } from "../../http/read-json.ts";
import { escapeHtml } from "../../../domain/escape-html.ts";
import { SANDBOX_GTAG } from "./sandbox-gtag.ts";

/** The most events that are stored. They are only in the process's memory. */
const MAX_EVENTS = 500;
const MAX_EVENT_CHARACTERS = 64 * 1024;

const SentEvent = z.object({
  id: z.string().max(40),
  client: z.string().max(80),
  name: z.string().regex(/^[a-z_]{1,40}$/),
  params: z.record(z.string(), z.unknown()),
});
type StoredEvent = z.output<typeof SentEvent> & { receivedAt: string };

/**
 * `/sandbox/analytics`: the events of the demo's pages, newest first. `/sandbox/analytics.json?client=` is for tests.
 * Demo mode only.
 */
export function bindAnalyticsSandbox(api: Hono<HttpEnv>): void {
  const events: StoredEvent[] = [];
  const eventsOfClient = (client: string | undefined): StoredEvent[] =>
    client ? events.filter((event) => event.client === client) : events;

  api.get("/sandbox/analytics/gtag.js", (context) =>
    context.body(SANDBOX_GTAG, 200, { "Content-Type": "text/javascript; charset=utf-8", "Cache-Control": "no-cache" }),
  );
  api.post("/sandbox/analytics/collect", async (context) => {
    const body = await readJson(context.req.raw, SentEvent);
    if (body instanceof Response) return body;
    if (body.text.length > MAX_EVENT_CHARACTERS) return problem(413, "TOO_LARGE", "El evento es demasiado grande.");
    events.unshift({ ...body.parsed, receivedAt: new Date().toISOString() });
    events.length = Math.min(events.length, MAX_EVENTS);
    return context.body(null, 204);
  });
  api.get("/sandbox/analytics.json", (context) =>
    context.json(eventsOfClient(context.req.query("client")), 200, { "Cache-Control": "no-store" }),
  );
  api.get("/sandbox/analytics", (context) =>
    context.html(renderEventsPage(eventsOfClient(context.req.query("client"))), 200, {
      "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      "Cache-Control": "no-store",
    }),
  );
}

function renderEventsPage(events: readonly StoredEvent[]): string {
  const rows = events
    .map(
      (
        event,
      ) => `<details><summary><strong>${escapeHtml(event.name)}</strong> · ${escapeHtml(event.client)} · ${event.receivedAt}</summary>
<pre tabindex="0">${escapeHtml(JSON.stringify(event.params, null, 2))}</pre></details>`,
    )
    .join("\n");
  return `<!doctype html><html lang="es-MX"><head><meta charset="utf-8"><title>Analítica de pruebas</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>
body{font:16px/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem;color:#1c1917}
.mark{background:#fef3c7;border:1px solid #d97706;padding:.5rem 1rem;border-radius:.4rem}
details{border-bottom:1px solid #e7e2da;padding:.75rem 0}summary{cursor:pointer;overflow-wrap:anywhere}
pre{overflow:auto;background:#f3efe8;padding:1rem;border-radius:.4rem;font-size:.875rem}
</style></head><body><h1>Analítica de pruebas</h1>
<p class="mark">SIMULACIÓN: aquí llega lo que la tienda de demostración mide de quien aceptó las cookies. Nada salió a internet.</p>
${rows || "<p>Todavía no hay eventos. Acepta las cookies en la tienda y navega un poco.</p>"}</body></html>`;
}
