/** A taxpayer as registered with SAT. */
export interface Taxpayer {
  rfc: string;
  /** Upper case. A company's name has no legal form. */
  name: string;
  postalCode: string;
  taxRegimes: readonly string[];
  /** "unknown": SAT has no such RFC. "notListed": the taxpayer may not issue invoices (not in the LCO). */
  error?: "unknown" | "notListed";
}

/** Fictitious, each to try one case in the demo. The operations guide lists them. */
export const DEMO_TAXPAYERS: readonly Taxpayer[] = [
  { rfc: "BFP100512AB2", name: "BORDADOS FICTICIOS DE PUEBLA", postalCode: "72000", taxRegimes: ["601", "626"] },
  { rfc: "EEPM900101AB2", name: "MARIANA EJEMPLO PRUEBA", postalCode: "06700", taxRegimes: ["605", "612", "626"] },
  { rfc: "NEX000101AB7", name: "NADIE EXISTE", postalCode: "64000", taxRegimes: ["601"], error: "unknown" },
  {
    rfc: "SLC010101AB4",
    name: "SIN LISTA DE CONTRIBUYENTES",
    postalCode: "42501",
    taxRegimes: ["601"],
    error: "notListed",
  },
];
