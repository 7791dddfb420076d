import { randomUUID } from "node:crypto";
import { isRefusal } from "../../domain/refusal.ts";
import type { CancelRequest, SealedInvoice } from "../adapters/pac/pac.ts";
import type { Timeouts } from "../adapters/pac/pac-client.ts";
import { issueCertificate, generateKeyPair } from "../cfdi/certificates/issue-certificate.ts";
import { buildIngreso, type Ingreso } from "../cfdi/comprobante.ts";
import { openCsd, type Csd } from "../cfdi/csd.ts";
import { formatLocalTime } from "../cfdi/local-time.ts";
import { sealDocument } from "../cfdi/seal.ts";
import { readStamp } from "../cfdi/stamp.ts";
import { childOf, type XmlElement } from "../cfdi/xml.ts";
import { makeIngreso } from "./invoices.ts";

const DAY_MS = 86_400_000;
const keyPair = generateKeyPair("12345678a");

/** Shorter than the shop's `TIMEOUTS`, but long enough for a slow machine. */
export const SHORT_TIMEOUTS: Timeouts = {
  connectMs: 5_000,
  callMs: 10_000,
  allCallsMs: 20_000,
  maxAttempts: 3,
  pauseMs: 5,
};

/** A certificate of a test authority. It is valid from and until these numbers of days from now. */
export function issueCertificateToday({
  rfc = "EKU9003173C9",
  usage = "csd",
  validFromDays = -30,
  validToDays = 365,
}: { rfc?: string; usage?: "csd" | "fiel"; validFromDays?: number; validToDays?: number } = {}): Buffer {
  return issueCertificate({
    number: "30001000000599999999",
    name: "ESCUELA KEMPER URGATE SA DE CV",
    rfc,
    representativeRfc: null,
    kind: usage,
    validFrom: new Date(Date.now() + validFromDays * DAY_MS),
    validTo: new Date(Date.now() + validToDays * DAY_MS),
    publicKey: keyPair.publicKey,
    issuer: { name: "AC DE PRUEBAS", privateKey: keyPair.privateKey },
  });
}

export const CSD_TODAY: Csd = (() => {
  const files = { certificate: issueCertificateToday(), key: keyPair.keyFile, password: "12345678a" };
  const csd = openCsd(files, { rfc: "EKU9003173C9", now: new Date() });
  if (isRefusal(csd)) throw new Error(csd.refused);
  return csd;
})();

/** The local time `hours` from now, such as "2026-11-21T16:05:09". The default time zone is that of central Mexico. */
export function localTimeFromNow(hours = 0, zone = "America/Mexico_City"): string {
  return formatLocalTime(new Date(Date.now() + hours * 3_600_000), zone);
}

/** An invoice as it would be signed now. */
export function buildIngresoToday(change: Partial<Ingreso> = {}): XmlElement {
  return buildIngreso(makeIngreso({ issuedAt: localTimeFromNow(), folio: randomUUID().slice(0, 8), ...change }));
}

export function sealInvoice(document: XmlElement = buildIngresoToday(), csd: Csd = CSD_TODAY): SealedInvoice {
  return { xml: sealDocument(document, csd).xml, attemptId: randomUUID() };
}

export function readStampOrThrow(xml: string): { comprobante: XmlElement; uuid: string } {
  const stampedDocument = readStamp(xml);
  if (isRefusal(stampedDocument)) throw new Error(stampedDocument.refused);
  return { comprobante: stampedDocument.comprobante, uuid: stampedDocument.stamp.uuid };
}

/** The data to cancel a stamped document, or to ask for its status. */
export function cancellationOf(stampedXml: string, change: Partial<CancelRequest> = {}): CancelRequest {
  const { comprobante, uuid } = readStampOrThrow(stampedXml);
  return {
    issuerRfc: childOf(comprobante, "cfdi:Emisor")!.attributes.Rfc!,
    receiverRfc: childOf(comprobante, "cfdi:Receptor")!.attributes.Rfc!,
    uuid,
    totalCents: Number(comprobante.attributes.Total!.replace(".", "")),
    sealEnd: comprobante.attributes.Sello!.slice(-8),
    motive: "02",
    replacedBy: null,
    signer: CSD_TODAY,
    ...change,
  };
}
