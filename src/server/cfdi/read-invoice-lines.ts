import type { InvoiceLine } from "../../domain/invoice-lines.ts";
import { divideRounded, microsToCents, readMicros } from "../../domain/micros.ts";
import { isRefusal } from "../../domain/refusal.ts";
import { UNIT_NAMES } from "../../domain/sat-keys.ts";
import { VAT_RATES_BPS, type Vat, type VatPart } from "../../domain/vat.ts";
import { parseXml } from "./parse-xml.ts";
import { childOf, childrenOf, type XmlElement } from "./xml.ts";

/**
 * The lines of one of our own CFDIs, with the charged amounts: VAT included, in centavos. Not for a global invoice,
 * whose lines may have several tax rows (`readSaleParts`). Throws if the document cannot be read or has a VAT rate that
 * we do not use.
 */
export function readInvoiceLines(xml: string): InvoiceLine[] {
  const document = parseXml(xml);
  if (isRefusal(document)) throw new Error("not a CFDI of ours");
  return childrenOf(childOf(document, "cfdi:Conceptos"), "cfdi:Concepto").map(readLine);
}

/**
 * What one of our global invoices charged for the sale with this reference, by VAT treatment, in centavos. Empty if the
 * invoice does not contain the sale. The part of the sale that no tax row covers has a treatment without tax rows.
 */
export function readSaleParts(xml: string, reference: string): VatPart[] {
  const document = parseXml(xml);
  if (isRefusal(document)) throw new Error("not a CFDI of ours");
  const concept = childrenOf(childOf(document, "cfdi:Conceptos"), "cfdi:Concepto").find(
    ({ attributes }) => attributes.NoIdentificacion === reference,
  );
  if (!concept) return [];
  const { attributes } = concept;
  const taxRows = childrenOf(childOf(childOf(concept, "cfdi:Impuestos"), "cfdi:Traslados"), "cfdi:Traslado");
  const itemisedParts = taxRows.map((taxRow) => ({
    vat: readVat(attributes, taxRow),
    micros: readMicros(taxRow.attributes.Base ?? "0") + readMicros(taxRow.attributes.Importe ?? "0"),
    base: readMicros(taxRow.attributes.Base ?? "0"),
  }));
  const baseMicros = readMicros(attributes.Importe ?? "0") - readMicros(attributes.Descuento ?? "0");
  const uncoveredMicros = baseMicros - itemisedParts.reduce((sum, { base }) => sum + base, 0n);
  return [...itemisedParts, { vat: readVat(attributes, undefined), micros: uncoveredMicros }]
    .map(({ vat, micros }) => ({ vat, cents: microsToCents(micros) }))
    .filter(({ cents }) => cents > 0);
}

/**
 * Base and tax add up to what was charged. The base includes the rounding difference of the previous lines, which is
 * far below a centavo. The document has the discount without VAT, rounded to whole centavos. The price before the
 * discount, VAT included, is computed from it and may differ from the original by a centavo.
 */
function readLine(concept: XmlElement): InvoiceLine {
  const { attributes } = concept;
  const [taxRow] = childrenOf(childOf(childOf(concept, "cfdi:Impuestos"), "cfdi:Traslados"), "cfdi:Traslado");
  const vat = readVat(attributes, taxRow);
  const microsOf = (text: string | undefined) => readMicros(text ?? "0");
  const discountMicros = microsOf(attributes.Descuento);
  const chargedCents = microsToCents(
    microsOf(attributes.Importe) - discountMicros + microsOf(taxRow?.attributes.Importe),
  );
  const undiscountedCents =
    chargedCents + microsToCents(divideRounded(discountMicros * BigInt(10_000 + vat.rateBps), 10_000n));
  const pieces = Number(attributes.Cantidad);
  const unitPriceCents = Math.max(Math.round(undiscountedCents / pieces), Math.ceil(chargedCents / pieces));
  const unitKey = attributes.ClaveUnidad ?? "";
  return {
    description: attributes.Descripcion ?? "",
    identification: attributes.NoIdentificacion ?? null,
    keys: {
      productKey: attributes.ClaveProdServ ?? "",
      unitKey,
      unitName: attributes.Unidad ?? UNIT_NAMES[unitKey] ?? unitKey,
    },
    pieces,
    unitPriceCents,
    discountCents: pieces * unitPriceCents - chargedCents,
    vat,
  };
}

/** The VAT treatment of a concept with this tax row, or without any. */
function readVat({ ObjetoImp }: XmlElement["attributes"], taxRow: XmlElement | undefined): Vat {
  if (!taxRow) return { treatment: ObjetoImp === "03" ? "notItemised" : "notSubject", rateBps: 0 };
  if (taxRow.attributes.TipoFactor === "Exento") return { treatment: "exempt", rateBps: 0 };
  const rateBps = Math.round(Number(taxRow.attributes.TasaOCuota) * 10_000);
  if (rateBps === 0) return { treatment: "zero", rateBps };
  const generalRateBps = VAT_RATES_BPS.find((rate) => rate === rateBps);
  if (generalRateBps === undefined) throw new Error("a CFDI of ours has an unknown VAT rate");
  return { treatment: "general", rateBps: generalRateBps };
}
