import { isRefusal } from "../../domain/refusal.ts";
import { invoiceAmounts, type InvoiceAmounts } from "../../domain/invoice-amounts.ts";
import { linesOfOrder, type InvoiceLine } from "../../domain/invoice-lines.ts";
import { CHARGE_SAT_KEYS, resolveSatKeys } from "../../domain/sat-keys.ts";
import type { Vat } from "../../domain/vat.ts";
import type { Ingreso } from "../cfdi/comprobante.ts";
import { openCsd, type Csd } from "../cfdi/csd.ts";
import { formatLocalTime } from "../cfdi/local-time.ts";
import { parseXml } from "../cfdi/parse-xml.ts";
import { xmlElement, serialize, type XmlElement } from "../cfdi/xml.ts";
import { TEST_TIME, issueTestCsd } from "./test-csd.ts";

export const TEST_STAMP_UUID = "5FB2822E-396D-4725-8521-CDC4BDD20CCF";

export function openTestCsd(files = issueTestCsd(), rfc = "EKU9003173C9"): Csd {
  const csd = openCsd(files, { rfc, now: TEST_TIME });
  if (isRefusal(csd)) throw new Error(csd.refused);
  return csd;
}

export const VAT_16: Vat = { treatment: "general", rateBps: 1600 };
export const VAT_8: Vat = { treatment: "general", rateBps: 800 };

export function amountsOf(lines: readonly InvoiceLine[]): InvoiceAmounts {
  const amounts = invoiceAmounts(lines);
  if (isRefusal(amounts)) throw new Error(amounts.refused);
  return amounts;
}

/** A line of an invoice, with the changes that a test needs. */
export function makeInvoiceLine(change: Partial<InvoiceLine> = {}): InvoiceLine {
  return {
    description: "Vestido midi Nopal Rojo T: M",
    identification: "VES-001-M",
    keys: resolveSatKeys({ productKey: "53102000" }),
    pieces: 2,
    unitPriceCents: 1_299_50,
    discountCents: 0,
    vat: VAT_16,
    ...change,
  };
}

/** The invoice of an order with two lines of dresses, shipping, insurance, packaging and online fee, for a company. */
export function makeIngreso(change: Partial<Ingreso> = {}): Ingreso {
  const charges = { shipping: 99_00, extraShipping: 12_50, insurance: 58_00, packaging: 10_00, onlineFee: 107_11 };
  const lines = [
    makeInvoiceLine({ discountCents: 129_95 }),
    makeInvoiceLine({ identification: null, pieces: 1, unitPriceCents: 349_00 }),
  ];
  return {
    series: "A",
    folio: "17",
    issuedAt: formatLocalTime(TEST_TIME, "America/Mexico_City"),
    issuer: { rfc: "EKU9003173C9", name: "ESCUELA KEMPER URGATE", taxRegime: "601", postalCode: "42501" },
    receiver: {
      rfc: "H&E951128469",
      name: "HERRERIA & ELECTRICOS",
      postalCode: "06002",
      taxRegime: "601",
      cfdiUse: "G03",
    },
    paymentForm: "04",
    amounts: amountsOf(linesOfOrder({ lines, charges, chargesVat: VAT_16, discountCents: 0 }, CHARGE_SAT_KEYS)),
    replacedUuid: null,
    ...change,
  };
}

/** Adds a stamp to a sealed document. `change` replaces attributes of the stamp. */
export function addTestStamp(sealedDocument: XmlElement, change: Record<string, string | null> = {}): XmlElement {
  const stamp = xmlElement("tfd:TimbreFiscalDigital", {
    "xmlns:tfd": "http://www.sat.gob.mx/TimbreFiscalDigital",
    "xsi:schemaLocation":
      "http://www.sat.gob.mx/TimbreFiscalDigital http://www.sat.gob.mx/sitio_internet/cfd/TimbreFiscalDigital/TimbreFiscalDigitalv11.xsd",
    Version: "1.1",
    UUID: TEST_STAMP_UUID,
    FechaTimbrado: "2026-11-21T16:05:12",
    RfcProvCertif: "SPR190613I52",
    Leyenda: "TIMBRADO LOCAL, SIN VALIDEZ FISCAL",
    SelloCFD: sealedDocument.attributes.Sello ?? "",
    NoCertificadoSAT: "30001000000500003456",
    SelloSAT: "c2VsbG8=",
    ...change,
  });
  return { ...sealedDocument, children: [...sealedDocument.children, xmlElement("cfdi:Complemento", {}, [stamp])] };
}

/** Adds the declarations of the namespace prefixes to the root of a parsed document, which lacks them. */
export function withNamespaces(document: XmlElement): XmlElement {
  const { "xsi:schemaLocation": schemaLocation, ...attributes } = document.attributes;
  const namespaces = {
    "xmlns:cfdi": "http://www.sat.gob.mx/cfd/4",
    ...(attributes.TipoDeComprobante === "P" && { "xmlns:pago20": "http://www.sat.gob.mx/Pagos20" }),
    "xmlns:xsi": "http://www.w3.org/2001/XMLSchema-instance",
    "xsi:schemaLocation": schemaLocation!,
  };
  return { ...document, attributes: { ...namespaces, ...attributes } };
}

/** A signed document as its PAC returns it. */
export function addTestStampToXml(sealedXml: string, change: Record<string, string | null> = {}): string {
  const document = parseXml(sealedXml);
  if (isRefusal(document)) throw new Error(document.refused);
  return serialize(addTestStamp(withNamespaces(document), change));
}
