import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { NO_SAT_FILES, SAT_DIR, satFilePath } from "../server/testing/sat-files.ts";
import { CFDI_USES, creditNoteUse, type CfdiUse } from "./cfdi-uses.ts";
import { PAYMENT_FORMS, SHOP_PAYMENT_FORMS } from "./payment-forms.ts";
import { stateOfPostalCode } from "./postal-code.ts";
import type { PersonKind } from "./rfc.ts";
import { SAT_CATALOGUE } from "./sat-catalogue.ts";
import { UNIT_NAMES } from "./sat-keys.ts";
import { TAX_REGIMES } from "./tax-regimes.ts";

interface Row {
  clave: string;
  descripcion: string;
  fisica: boolean;
  moral: boolean;
  vigencia_desde: string;
  vigencia_hasta: string | null;
}
interface Catalogues {
  _meta: { version: string };
  c_RegimenFiscal: Row[];
  c_UsoCFDI: (Row & { regimenes_receptor: string[] })[];
  c_FormaPago: Row[];
  c_ClaveUnidad_uso: { clave: string; nombre: string }[];
  codigo_postal: { prefijos_estado: Record<string, string[]> };
  fuera_de_catalogo_40: { catalogo: string; clave: string }[];
}

const personKindsOf = (row: Row): PersonKind[] => [
  ...(row.fisica ? (["person"] as const) : []),
  ...(row.moral ? (["company"] as const) : []),
];

describe.skipIf(SAT_DIR === null)(`our tables against SAT's catalogues (${SAT_DIR ?? NO_SAT_FILES})`, () => {
  const readCatalogues = (): Catalogues => JSON.parse(readFileSync(satFilePath("catalogs.json"), "utf8")) as Catalogues;

  test("they match this version, in which all rows have the same start date and no end date", () => {
    const { _meta, c_RegimenFiscal, c_UsoCFDI, c_FormaPago } = readCatalogues();
    expect(_meta.version).toBe(SAT_CATALOGUE.version);
    const rows = [...c_RegimenFiscal, ...c_UsoCFDI, ...c_FormaPago];
    expect(new Set(rows.map((row) => row.vigencia_desde))).toEqual(new Set([SAT_CATALOGUE.since]));
    expect(new Set(rows.map((row) => row.vigencia_hasta))).toEqual(new Set([null]));
  });
  test("the tax regimes are SAT's, with the kinds of person they apply to", () => {
    expect(TAX_REGIMES).toEqual(
      readCatalogues().c_RegimenFiscal.map((row) => ({
        code: row.clave,
        name: row.descripcion,
        personKinds: personKindsOf(row),
      })),
    );
  });
  test("the uses are SAT's, with all 251 pairs of use and regime", () => {
    const withoutIsOffered = ({ code, name, personKinds, regimes }: Omit<CfdiUse, "isOffered">) => ({
      code,
      name,
      personKinds,
      regimes,
    });
    const rows = readCatalogues().c_UsoCFDI;
    expect(CFDI_USES.map(withoutIsOffered)).toEqual(
      rows.map((row) => ({
        code: row.clave,
        name: row.descripcion,
        personKinds: personKindsOf(row),
        regimes: row.regimenes_receptor,
      })),
    );
    expect(CFDI_USES.reduce((pairs, use) => pairs + use.regimes.length, 0)).toBe(251);
  });
  test("the payment forms are SAT's", () => {
    const rows = readCatalogues().c_FormaPago.map((row) => [row.clave, row.descripcion]);
    expect(PAYMENT_FORMS).toEqual(Object.fromEntries(rows));
  });
  test("no regime and no use is from an older catalogue", () => {
    const removedCodes = new Set(readCatalogues().fuera_de_catalogo_40.map(({ clave }) => clave));
    const ourCodes = [...TAX_REGIMES, ...CFDI_USES].map(({ code }) => code);
    expect(ourCodes.filter((code) => removedCodes.has(code))).toEqual([]);
  });
  test("the units are in SAT's list, and the postal code prefixes of states are SAT's", () => {
    const { c_ClaveUnidad_uso, codigo_postal } = readCatalogues();
    const schema = readFileSync(satFilePath("xsd/cfd/catalogos/catCFDI.xsd"), "utf8");
    const unitsXsd = /name="c_ClaveUnidad">[^]*?<\/xs:simpleType>/.exec(schema)![0];
    expect(Object.keys(UNIT_NAMES).filter((key) => !unitsXsd.includes(`value="${key}"`))).toEqual([]);
    for (const { clave, nombre } of c_ClaveUnidad_uso) expect(UNIT_NAMES[clave] ?? nombre).toBe(nombre);
    const prefixes = Object.values(codigo_postal.prefijos_estado).flat();
    const allPrefixes = Array.from({ length: 100 }, (_, i) => String(i).padStart(2, "0"));
    expect(
      allPrefixes.filter((prefix) => stateOfPostalCode(`${prefix}000`) !== null && prefix !== "00").sort(),
    ).toEqual(prefixes.sort());
  });
});

test("the payment forms that staff may choose are in SAT's list", () => {
  expect(SHOP_PAYMENT_FORMS.filter((form) => !(form in PAYMENT_FORMS))).toEqual([]);
});

test("the use of a credit note for a customer in the salaries regime is S01, not G02", () => {
  expect([creditNoteUse("601"), creditNoteUse("616"), creditNoteUse("605")]).toEqual(["G02", "G02", "S01"]);
});
