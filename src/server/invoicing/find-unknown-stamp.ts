import { sql } from "kysely";
import { isRefusal, type Refusal } from "../../domain/refusal.ts";
import type { Queryable } from "../db/connect.ts";
import { readStamp } from "../cfdi/stamp.ts";
import { childOf } from "../cfdi/xml.ts";

/** A stamped CFDI that this database does not have. */
export interface UnknownStamp {
  uuid: string;
  /** SAT's TipoDeComprobante: I, E or P. */
  kind: string;
  folio: string;
  issuedAt: string;
  receiverRfc: string;
  total: string;
}

/**
 * Compares a stamped CFDI from the PAC with the database: after a restore the PAC may have documents that the database
 * lost. Null if the database has it, or has it sealed without its stamp: once the shop runs, it fetches that stamp from
 * the PAC.
 */
export async function findUnknownStamp(
  db: Queryable,
  xml: Uint8Array,
): Promise<UnknownStamp | null | Refusal<"xml_unreadable" | "stamp_missing" | "stamp_broken" | "stamp_of_another">> {
  const stampedDocument = readStamp(xml);
  if (isRefusal(stampedDocument)) return stampedDocument;
  const { comprobante, stamp } = stampedDocument;
  const {
    TipoDeComprobante: kind = "",
    Serie = "",
    Folio = "",
    Fecha: issuedAt = "",
    Total: total = "",
  } = comprobante.attributes;
  const { rows } = await sql`
    SELECT FROM invoices WHERE uuid = ${stamp.uuid}
      OR folio = ${Folio} AND state = 'stamping' AND position(${stamp.documentSeal} in sealed_xml) > 0`.execute(db);
  if (rows.length > 0) return null;
  const receiverRfc = childOf(comprobante, "cfdi:Receptor")?.attributes.Rfc ?? "";
  return { uuid: stamp.uuid, kind, folio: Serie + Folio, issuedAt, receiverRfc, total };
}
