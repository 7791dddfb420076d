import type { Hono } from "hono";
import { sql } from "kysely";
import { z } from "zod";
import { toPesos } from "../../../../domain/money.ts";
import type { HttpEnv } from "../../../api/env.ts";
import { labelUrlOf, type CarrierSandbox } from "./carrier-sandbox.ts";
import { enviaEndpoint, enviaError } from "./envia-endpoint.ts";
import { drawLabel } from "./draw-label.ts";

const TrackBody = z.object({ trackingNumbers: z.array(z.string()).min(1).max(100) });

const PAGE_SIZE = 300;

/** Envia's tracking, its Queries API's list of a month's shipments, and the labels. */
export function bindTracking(api: Hono<HttpEnv>, sandbox: CarrierSandbox): void {
  const { db } = sandbox;
  api.post(
    "/sandbox/carriers/ship/generaltrack/",
    enviaEndpoint(sandbox, async (context) => {
      const parsed = TrackBody.safeParse(await context.req.json().catch(() => null));
      if (!parsed.success) return enviaError(context, { message: "The trackingNumbers field is required." });
      const rows = await db
        .selectFrom("sandbox_carrier_guides")
        .selectAll()
        .where("guide", "in", parsed.data.trackingNumbers)
        .execute();
      const data = rows.map(({ guide, carrier, status, created_at: createdAt, changed_at: changedAt }) => ({
        company: carrier,
        trackingNumber: guide,
        status,
        createdAt: toEnviaTime(createdAt),
        shippedAt: status === "Created" ? null : toEnviaTime(changedAt),
        deliveredAt: status === "Delivered" ? toEnviaTime(changedAt) : null,
        eventHistory: [{ datetime: toEnviaTime(changedAt), event: status }],
      }));
      return context.json({ meta: "generaltrack", data });
    }),
  );
  api.get(
    "/sandbox/carriers/guide/:month{\\d\\d}/:year{\\d{4}}",
    enviaEndpoint(sandbox, async (context) => {
      const month = `${context.req.param("year")}-${context.req.param("month")}`;
      const page = Math.max(1, Math.trunc(Number(context.req.query("page") ?? 1)) || 1);
      const rows = await db
        .selectFrom("sandbox_carrier_guides")
        .selectAll()
        .where(sql`to_char(created_at AT TIME ZONE 'America/Mexico_City', 'YYYY-MM')`, "=", month)
        .orderBy("created_at", "desc")
        .limit(PAGE_SIZE)
        .offset((page - 1) * PAGE_SIZE)
        .execute();
      const data = rows.map((row) => ({
        tracking_number: row.guide,
        status: row.status,
        name: row.carrier,
        service: row.service,
        sender_company_name: row.sender_company || "-",
        consignee_name: row.consignee,
        grand_total: toPesos(row.price_cents),
        currency: "MXN",
        created_at: toEnviaTime(row.created_at),
        label_file: labelUrlOf(sandbox, row.guide),
      }));
      return context.json({ data, total_rows: data.length });
    }),
  );
  api.get("/sandbox/carriers/labels/:file{SB\\d{11}\\.pdf}", async (context) => {
    const guide = context.req.param("file").slice(0, 13);
    const row = await db.selectFrom("sandbox_carrier_guides").selectAll().where("guide", "=", guide).executeTakeFirst();
    if (!row) return context.text("", 404);
    return context.body(await drawLabel(row), 200, {
      "Content-Type": "application/pdf",
      "Cache-Control": "no-store",
    });
  });
}

/** "2026-11-24 09:30:00", in central Mexico, without a zone. */
function toEnviaTime(at: Date): string {
  return new Date(at.getTime() - 6 * 3_600_000).toISOString().slice(0, 19).replace("T", " ");
}
