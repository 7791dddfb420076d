import type { Insertable } from "kysely";
import type { Schema } from "../../src/server/db/schema.ts";
import { demoId } from "./demo-id.ts";

/** The tax data of the demo's shops for the sandbox PAC: fictitious taxpayers. Their CSDs are created on first use. */
export const DEMO_ISSUERS: Insertable<Schema["invoice_issuers"]>[] = [
  {
    shop_id: demoId("shop", "matriz"),
    rfc: "CMA150612QX7",
    name: "CASA MAGUEY",
    tax_regime: "601",
    postal_code: "06700",
    series: "A",
    product_key: "53100000",
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
    product_key: "53100000",
    is_demo: true,
  },
];
