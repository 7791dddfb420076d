import { personKind } from "../../../../domain/rfc.ts";

/** A taxpayer as registered with SAT. */
export interface Taxpayer {
  rfc: string;
  /** In upper case. A company's name is without its legal form, such as SA DE CV. */
  name: string;
  postalCode: string;
  taxRegimes: readonly string[];
  /** "unknown": SAT has no such RFC. "notListed": the taxpayer may not issue invoices (not in the LCO). */
  error?: "unknown" | "notListed";
}

/** Fictitious taxpayers, each for one case in the demo. The sandbox's panel lists them. */
const DEMO_TAXPAYERS: readonly Taxpayer[] = [
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

/**
 * SAT's fictitious taxpayers, which every PAC's test environment knows (RFC-PAC-SC.zip): companies in regime 601,
 * people in eleven regimes.
 */
const SAT_TEST_ROWS: readonly [rfc: string, name: string, postalCode: string][] = [
  ["EKU9003173C9", "ESCUELA KEMPER URGATE", "42501"],
  ["IIA040805DZ4", "INDISTRIA ILUMINADORA DE ALMACENES", "62661"],
  ["H&E951128469", "HERRERIA & ELECTRICOS", "06002"],
  ["IVD920810GU2", "INNOVACION VALOR Y DESARROLLO", "63901"],
  ["IXS7607092R5", "INTERNACIONAL XIMBO Y SABORES", "23004"],
  ["JES900109Q90", "JIMENEZ ESTRADA SALAS", "37161"],
  ["KIJ0906199R1", "KERNEL INDUSTIA JUGUETERA", "28971"],
  ["L&O950913MSA", "LUCES & OBRAS", "60922"],
  ["OÑO120726RX3", "ORGANICOS ÑAVEZ OSORIO", "40501"],
  ["S&S051221SE2", "S & SOFTWARE", "76022"],
  ["URE180429TM6", "UNIVERSIDAD ROBOTICA ESPAÑOLA", "86991"],
  ["XIA190128J61", "XENON INDUSTRIAL ARTICLES", "76343"],
  ["ZUÑ920208KL4", "ZAPATERIA URTADO ÑERI", "34541"],
  ["CACX7605101P8", "XOCHILT CASAS CHAVEZ", "36257"],
  ["FUNK671228PH6", "KARLA FUENTE NOLASCO", "01160"],
  ["IAÑL750210963", "LUIS IAN ÑUZCO", "85256"],
  ["JUFA7608212V6", "ADRIANA JUAREZ FERNANDEZ", "01160"],
  ["KAHO641101B39", "OSCAR KALA HAAK", "76074"],
  ["KICR630120NX3", "RODRIGO KITIA CASTRO", "36246"],
  ["MISC491214B86", "CECILIA MIRANDA SANCHEZ", "01010"],
  ["RAQÑ7701212M3", "ÑEVES RAMIREZ QUEZADA", "78905"],
  ["WATM640917J45", "MARIA WATEMBER TORRES", "43543"],
  ["WERX631016S30", "XAIME WEIR ROJO", "01279"],
  ["XAMA620210DQ5", "ALBA XKARAJAM MENDEZ", "01219"],
  ["XIQB891116QE4", "BERENICE XIMO QUEZADA", "40968"],
  ["XOJI740919U48", "INGRID XODAR JIMENEZ", "76028"],
];
const REGIMES_OF_PEOPLE = ["605", "606", "607", "608", "611", "612", "614", "615", "621", "625", "626"];

export const SAT_TEST_TAXPAYERS: readonly Taxpayer[] = SAT_TEST_ROWS.map(([rfc, name, postalCode]) => ({
  rfc,
  name,
  postalCode,
  taxRegimes: personKind(rfc) === "company" ? ["601"] : REGIMES_OF_PEOPLE,
}));

/** The taxpayers whose data the sandbox verifies. */
export const KNOWN_TAXPAYERS: readonly Taxpayer[] = [...DEMO_TAXPAYERS, ...SAT_TEST_TAXPAYERS];
