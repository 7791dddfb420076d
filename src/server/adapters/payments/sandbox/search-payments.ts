import { z } from "zod";
import { refuse, type Refusal } from "../../../../domain/refusal.ts";
import type { MpAnswer, MpRefusal } from "./mp-errors.ts";
import { readPaymentsJson } from "./payment-json.ts";
import type { SandboxDb } from "./tables.ts";
import { fromSearchDate } from "./wire-date.ts";

const COLUMNS = { date_created: "created_at", date_last_updated: "updated_at", date_approved: "approved_at" } as const;
const DateField = z.enum(["date_created", "date_last_updated", "date_approved"]);

const Search = z.object({
  external_reference: z.string().optional(),
  status: z.string().optional(),
  range: DateField.default("date_created"),
  begin_date: z.string().optional(),
  end_date: z.string().optional(),
  sort: DateField.default("date_created"),
  criteria: z.enum(["asc", "desc"]).default("desc"),
  offset: z.coerce.number().int().min(0).max(10_000).default(0),
  limit: z.coerce.number().int().min(1).max(1_000).default(30),
});

/** `GET /v1/payments/search`: `{paging: {total, limit, offset}, results}`, newest first unless requested otherwise. */
export async function searchPayments(
  db: SandboxDb,
  query: Record<string, string>,
): Promise<MpAnswer | Refusal<MpRefusal>> {
  const parsed = Search.safeParse(query);
  if (!parsed.success) return refuse("bad_search");
  const { external_reference, status, begin_date, end_date, sort, criteria, offset, limit } = parsed.data;
  const begin = begin_date === undefined ? undefined : fromSearchDate(begin_date);
  const end = end_date === undefined ? undefined : fromSearchDate(end_date);
  if ((begin_date !== undefined && !begin) || (end_date !== undefined && !end)) return refuse("bad_date");
  const dateColumn = COLUMNS[parsed.data.range];

  const matchingQuery = db
    .selectFrom("sandbox.mp_payments")
    .$if(external_reference !== undefined, (builder) => builder.where("external_reference", "=", external_reference!))
    .$if(status !== undefined, (builder) => builder.where("status", "=", status as never))
    .$if(begin !== undefined, (builder) => builder.where(dateColumn, ">=", begin!))
    .$if(end !== undefined, (builder) => builder.where(dateColumn, "<=", end!));
  const { total } = await matchingQuery
    .select((columns) => columns.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const payments = await matchingQuery
    .selectAll()
    .orderBy(COLUMNS[sort], criteria)
    .orderBy("id", criteria)
    .offset(offset)
    .limit(limit)
    .execute();
  return { status: 200, body: { paging: { total, limit, offset }, results: await readPaymentsJson(db, payments) } };
}
