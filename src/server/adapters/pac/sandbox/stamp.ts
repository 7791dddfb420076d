import { createHash, randomUUID, sign } from "node:crypto";
import { formatLocalTime } from "../../../cfdi/local-time.ts";
import { stampOriginalString } from "../../../cfdi/original-string.ts";
import { childOf, xmlElement, serialize, type XmlElement } from "../../../cfdi/xml.ts";
import type { Schema } from "../../../db/schema.ts";
import type { Selectable } from "kysely";
import { addStamp } from "../check-answer.ts";
import { checkDocument } from "./check-document.ts";
import { paidDocumentRefusal } from "./check-paid-document.ts";
import type { PacSandbox } from "./pac-sandbox.ts";
import { pacRefusal, type PacRefusal } from "./refusal.ts";
import { NOTICE, STAMPING_CERTIFICATE_NUMBER, STAMPING_RFC, getOrCreateStampingKey } from "./stamping-key.ts";

export type StoredStamp = Selectable<Schema["sandbox_pac_stamps"]>;

/** A document that was stamped before is refused, and its stamp is returned. */
export type StampOutcome =
  | { refusal: PacRefusal; stamp: null }
  | { refusal: PacRefusal; stamp: StoredStamp }
  | { refusal: null; stamp: StoredStamp };

const SCHEMA_LOCATION =
  "http://www.sat.gob.mx/TimbreFiscalDigital http://www.sat.gob.mx/sitio_internet/cfd/TimbreFiscalDigital/TimbreFiscalDigitalv11.xsd";

/**
 * Checks a document and stamps it once. Of several concurrent requests one stamps it, and the others get the same
 * stamp.
 */
export async function stampDocument(
  sandbox: PacSandbox,
  bytes: Uint8Array,
  customId: string | null,
): Promise<StampOutcome> {
  const now = new Date();
  const confirmedRows = await sandbox.db.selectFrom("confirmed_sat_keys").select("key").execute();
  const confirmedKeys = new Set(confirmedRows.map(({ key }) => key));
  const checkResult = checkDocument(bytes, { taxpayers: sandbox.taxpayers, confirmedKeys, now });
  if ("code" in checkResult) return { refusal: checkResult, stamp: null };
  const { comprobante } = checkResult;
  const sealHash = createHash("sha256").update(comprobante.attributes.Sello!).digest();
  const earlierOutcome = await findEarlierStamp(sandbox, sealHash, customId);
  if (earlierOutcome) return earlierOutcome;
  const paymentRefusal = await paidDocumentRefusal(sandbox.db, comprobante);
  if (paymentRefusal) return { refusal: paymentRefusal, stamp: null };
  const newStamp = await createStamp(sandbox, comprobante, now);
  const xml = addStamp(Buffer.from(bytes).toString("utf8"), newStamp.tfd);
  if (xml === null) return { refusal: pacRefusal("301", "El elemento raíz no lleva el prefijo cfdi."), stamp: null };
  const storedStamp = await sandbox.db
    .insertInto("sandbox_pac_stamps")
    .values({
      ...newStamp,
      ...stampColumnsOf(comprobante),
      seal_hash: sealHash,
      custom_id: customId,
      xml,
      stamped_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  return storedStamp ? { refusal: null, stamp: storedStamp } : (await findEarlierStamp(sandbox, sealHash, customId))!;
}

/** An earlier stamp: of the same document, or of another one with the same custom id. */
async function findEarlierStamp(
  { db }: PacSandbox,
  sealHash: Buffer,
  customId: string | null,
): Promise<StampOutcome | undefined> {
  const stampQuery = db.selectFrom("sandbox_pac_stamps").selectAll();
  const stampOfDocument = await stampQuery.where("seal_hash", "=", sealHash).executeTakeFirst();
  if (stampOfDocument) return { refusal: pacRefusal("307"), stamp: stampOfDocument };
  const stampOfCustomId =
    customId === null ? undefined : await stampQuery.where("custom_id", "=", customId).executeTakeFirst();
  return stampOfCustomId && { refusal: pacRefusal("CFDI3307"), stamp: stampOfCustomId };
}

async function createStamp(sandbox: PacSandbox, comprobante: XmlElement, now: Date) {
  const { privateKey } = await getOrCreateStampingKey(sandbox.db);
  const uuid = randomUUID();
  const unsignedAttributes = {
    "xmlns:tfd": "http://www.sat.gob.mx/TimbreFiscalDigital",
    "xmlns:xsi": "http://www.w3.org/2001/XMLSchema-instance",
    "xsi:schemaLocation": SCHEMA_LOCATION,
    Version: "1.1",
    UUID: uuid.toUpperCase(),
    FechaTimbrado: formatLocalTime(now, "America/Mexico_City"),
    RfcProvCertif: STAMPING_RFC,
    Leyenda: NOTICE,
    SelloCFD: comprobante.attributes.Sello!,
    NoCertificadoSAT: STAMPING_CERTIFICATE_NUMBER,
  };
  const originalString = stampOriginalString(xmlElement("tfd:TimbreFiscalDigital", unsignedAttributes));
  const seal = sign("sha256", Buffer.from(originalString), privateKey).toString("base64");
  const tfd = serialize(xmlElement("tfd:TimbreFiscalDigital", { ...unsignedAttributes, SelloSAT: seal }));
  return { uuid, tfd: tfd.replace(/^<\?xml[^>]*\?>/, ""), original_string: originalString };
}

function stampColumnsOf(comprobante: XmlElement) {
  const { TipoDeComprobante, Total, Sello } = comprobante.attributes;
  const receiver = childOf(comprobante, "cfdi:Receptor")!.attributes;
  return {
    kind: TipoDeComprobante!,
    issuer_rfc: childOf(comprobante, "cfdi:Emisor")!.attributes.Rfc!,
    receiver_rfc: receiver.Rfc!,
    receiver_name: receiver.Nombre!,
    total_cents: Number(Total!.replace(".", "")),
    seal_last_8: Sello!.slice(-8),
  };
}
