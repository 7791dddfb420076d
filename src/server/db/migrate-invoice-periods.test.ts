import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createOldDatabase, type OldDatabase } from "../testing/old-database.ts";
import { migrate } from "./migrate.ts";

let oldDatabase: OldDatabase;
let issuersBefore: object[] = [];

const INSERT_OLD_GLOBAL_INVOICE = `
  INSERT INTO invoices (id, shop_id, kind, state, receiver, payment_form, total_cents, subtotal_cents, discount_cents, taxes,
    period, folio, sealed_xml, issued_at, provider, uuid, xml, stamped_at, actor)
  SELECT $1::uuid, shop_id, 'global', 'stamped', '{}', '03', 100, 100, 0, '[{"treatment":"general","rateBps":1600,"baseCents":100,"taxCents":0}]', $2, ($1::uuid)::text, $3, now(), 'sw',
    gen_random_uuid(), 'x', now(), 'prueba' FROM invoices LIMIT 1`;
const selectIssuers = (deadline: "deadline" | "deadline_kind"): string =>
  `SELECT shop_id, ${deadline} AS deadline, deadline_days FROM invoice_issuers ORDER BY shop_id`;

/** The period as staff typed it, the periodicity in the document, and what the migration stores for them. */
type OldPeriod = [
  period: string | null,
  documentPeriodicity: string | null,
  from: string | null,
  to: string | null,
  periodicity: string | null,
];
const OLD_PERIODS: OldPeriod[] = [
  ["2026-10-01 a 2026-10-31", "04", "2026-10-01", "2026-10-31", "04"],
  ["2026-02-01 a 2026-02-28", "04", "2026-02-01", "2026-02-28", "04"],
  ["2026-10-07 a 2026-10-07", "01", "2026-10-07", "2026-10-07", "01"],
  ["2026-10-05 a 2026-10-11", "02", "2026-10-05", "2026-10-11", "02"],
  // A week ends with its month.
  ["2026-10-26 a 2026-10-31", "02", "2026-10-26", "2026-10-31", "02"],
  ["2026-11-01 a 2026-11-01", "02", "2026-11-01", "2026-11-01", "02"],
  ["2026-10-16 a 2026-10-31", "03", "2026-10-16", "2026-10-31", "03"],
  ["2026-09-01 a 2026-10-31", "05", "2026-09-01", "2026-10-31", "05"],
  // The days are not those of the document's periodicity: the days are kept, without a periodicity.
  ["2026-10-05 a 2026-10-20", "04", "2026-10-05", "2026-10-20", null],
  ["2026-10-01 a 2026-11-30", "05", "2026-10-01", "2026-11-30", null],
  ["2026-10-28 a 2026-11-03", "02", "2026-10-28", "2026-11-03", null],
  ["2026-10-01 a 2026-10-31", null, "2026-10-01", "2026-10-31", null],
  ["octubre", "04", null, null, null],
  [null, "04", null, null, null],
];
const invoiceIds = OLD_PERIODS.map(() => randomUUID());

beforeAll(async () => {
  oldDatabase = await createOldDatabase("0051_sandbox_token.sql");
  await migrate(oldDatabase.databaseConfig, { until: "0062" });
  issuersBefore = (await oldDatabase.client.query(selectIssuers("deadline"))).rows;
  for (const [n, [period, documentPeriodicity]] of OLD_PERIODS.entries()) {
    const globalElement =
      documentPeriodicity === null
        ? ""
        : `<cfdi:InformacionGlobal Periodicidad="${documentPeriodicity}" Meses="10" Año="2026"/>`;
    await oldDatabase.client.query(INSERT_OLD_GLOBAL_INVOICE, [
      invoiceIds[n],
      period,
      `<cfdi:Comprobante>${globalElement}</cfdi:Comprobante>`,
    ]);
  }
  await migrate(oldDatabase.databaseConfig);
});

afterAll(async () => {
  await oldDatabase?.drop();
});

test.each(OLD_PERIODS.map((old, n) => [...old, n] as const))(
  "a global invoice with the typed period %s and the document's periodicity %s is from %s to %s, periodicity %s",
  async (_period, _documentPeriodicity, from, to, periodicity, n) => {
    const { rows } = await oldDatabase.client.query(
      "SELECT period_from::text AS from, period_to::text AS to, periodicity FROM invoices WHERE id = $1",
      [invoiceIds[n]],
    );
    expect(rows).toEqual([{ from, to, periodicity }]);
  },
);

test("documents of other kinds have no period", async () => {
  const { rows } = await oldDatabase.client.query(
    "SELECT count(*)::int AS n FROM invoices WHERE kind <> 'global' AND num_nonnulls(period_from, period_to, periodicity) > 0",
  );
  expect(rows).toEqual([{ n: 0 }]);
});

test("issuers keep their deadline, correct global invoices by credit notes, and do not send them automatically", async () => {
  expect(issuersBefore.length).toBeGreaterThan(0);
  expect((await oldDatabase.client.query(selectIssuers("deadline_kind"))).rows).toEqual(issuersBefore);
  const { rows } = await oldDatabase.client.query(`
    SELECT DISTINCT global_correction, min_deadline_days_after_shipping, global_invoice_frequency, is_global_invoice_automatic FROM invoice_issuers`);
  expect(rows).toEqual([
    {
      global_correction: "creditNote",
      min_deadline_days_after_shipping: 5,
      global_invoice_frequency: "off",
      is_global_invoice_automatic: false,
    },
  ]);
});

test("a new global invoice without a period is refused", async () => {
  await expect(oldDatabase.client.query(INSERT_OLD_GLOBAL_INVOICE, [randomUUID(), null, "x"])).rejects.toThrow(
    "a global invoice has a period",
  );
});
