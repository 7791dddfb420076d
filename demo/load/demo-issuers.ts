import type { Insertable } from "kysely";
import type { Schema } from "../../src/server/db/schema.ts";
import { demoId } from "./demo-id.ts";

const VAT_TREATMENT_DEFAULTS = { valid_from: "2000-01-01", treatment: "general" as const, actor: "demo" };

/** The tax data of the demo's shops for the sandbox PAC: fictitious taxpayers. Their CSDs are created on first use. */
export const DEMO_ISSUERS: Insertable<Schema["invoice_issuers"]>[] = [
  {
    shop_id: demoId("shop", "matriz"),
    rfc: "CMA150612QX7",
    name: "CASA MAGUEY",
    tax_regime: "601",
    postal_code: "06700",
    series: "A",
    is_demo: true,
  },
  {
    shop_id: demoId("shop", "norte"),
    rfc: "CMN180903L26",
    name: "CASA MAGUEY NORTE",
    tax_regime: "601",
    postal_code: "64000",
    time_zone: "America/Monterrey",
    series: "N",
    is_demo: true,
  },
];

/** The general VAT rate of both shops, for all sales, and the owner's choice of that rate for tickets (rule VAT-4). */
export const DEMO_VAT: Insertable<Schema["vat_treatments"]>[] = [
  ...DEMO_ISSUERS.map(({ shop_id }) => ({ ...VAT_TREATMENT_DEFAULTS, shop_id, rate_bps: 1600 as const })),
  { ...VAT_TREATMENT_DEFAULTS, category_id: demoId("category", "boletos") },
];
