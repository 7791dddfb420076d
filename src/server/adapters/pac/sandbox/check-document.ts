import { readCertificateFacts } from "../../../cfdi/certificates/certificate-facts.ts";
import { checkPayment } from "../../../cfdi/check-payment.ts";
import { checkSums } from "../../../cfdi/check-sums.ts";
import { formatLocalTime } from "../../../cfdi/local-time.ts";
import { parseXml } from "../../../cfdi/parse-xml.ts";
import { hasValidSeal } from "../../../cfdi/seal.ts";
import { childOf, childrenOf, type XmlElement } from "../../../cfdi/xml.ts";
import { isRefusal } from "../../../../domain/refusal.ts";
import { catalogueRefusal } from "./check-catalogues.ts";
import { residenceErrorCode } from "./check-residence.ts";
import { findStructureError } from "./check-structure.ts";
import { pacRefusal, type PacRefusal } from "./refusal.ts";
import type { Taxpayer } from "./taxpayers.ts";
import { timeZoneOfPostalCode } from "./time-zone-of-postal-code.ts";

const HOUR_MS = 3_600_000;
const MAX_AGE_MS = 72 * HOUR_MS;
/** Tolerance for differing clocks. */
const MAX_AHEAD_MS = 5 * 60_000;

/**
 * Makes the checks that SAT requires of a PAC, in SAT's order, except whether SAT issued or revoked the certificate.
 * Returns the refusal of the first failed check.
 */
export function checkDocument(
  bytes: Uint8Array,
  { taxpayers, confirmedKeys, now }: { taxpayers: readonly Taxpayer[]; confirmedKeys: ReadonlySet<string>; now: Date },
): { comprobante: XmlElement } | PacRefusal {
  const comprobante = parseXml(bytes);
  if (isRefusal(comprobante)) return pacRefusal("301", "El XML está mal formado.");
  if (comprobante.name !== "cfdi:Comprobante") return pacRefusal("301", "No es un CFDI 4.0.");
  const error = findStructureError(comprobante);
  if (error !== null) return pacRefusal("301", error);
  if (isStamped(comprobante)) return pacRefusal("307");
  return (
    certificateRefusal(comprobante) ??
    issuerRefusal(comprobante, taxpayers) ??
    timeRefusal(comprobante, now) ??
    sumsRefusal(comprobante) ??
    catalogueRefusal(comprobante, { now, confirmedKeys }) ??
    residenceRefusal(comprobante) ??
    receiverRefusal(comprobante, taxpayers) ?? { comprobante }
  );
}

function isStamped(comprobante: XmlElement): boolean {
  return childrenOf(comprobante, "cfdi:Complemento").some(
    (complement) => childOf(complement, "tfd:TimbreFiscalDigital") !== undefined,
  );
}

function certificateRefusal(comprobante: XmlElement): PacRefusal | null {
  const { Certificado, NoCertificado, Fecha, LugarExpedicion } = comprobante.attributes;
  const facts = readCertificateFacts(Buffer.from(Certificado!, "base64"));
  if (!facts || facts.number !== NoCertificado) return pacRefusal("CFDI40106");
  if (facts.keyUsage.has("dataEncipherment") || facts.keyUsage.has("keyAgreement")) return pacRefusal("306");
  if (facts.rfc !== childOf(comprobante, "cfdi:Emisor")?.attributes.Rfc) return pacRefusal("303");
  const zone = timeZoneOfPostalCode(LugarExpedicion!);
  const [validFrom, validTo] = [facts.x509.validFrom, facts.x509.validTo].map((text) =>
    formatLocalTime(new Date(text), zone),
  );
  if (Fecha! < validFrom! || Fecha! > validTo!) return pacRefusal("305");
  return hasValidSeal(comprobante) ? null : pacRefusal("CFDI40102");
}

function issuerRefusal(comprobante: XmlElement, taxpayers: readonly Taxpayer[]): PacRefusal | null {
  const rfc = childOf(comprobante, "cfdi:Emisor")?.attributes.Rfc;
  const isNotListed = taxpayers.some((taxpayer) => taxpayer.rfc === rfc && taxpayer.error === "notListed");
  return isNotListed ? pacRefusal("402") : null;
}

/** Compares local times at the place of issue. */
function timeRefusal({ attributes }: XmlElement, now: Date): PacRefusal | null {
  const localNow = formatLocalTime(now, timeZoneOfPostalCode(attributes.LugarExpedicion!));
  const ageMs = Date.parse(`${localNow}Z`) - Date.parse(`${attributes.Fecha}Z`);
  return ageMs <= MAX_AGE_MS && ageMs >= -MAX_AHEAD_MS ? null : pacRefusal("401");
}

function sumsRefusal(comprobante: XmlElement): PacRefusal | null {
  const isPayment = comprobante.attributes.TipoDeComprobante === "P" || hasPayments(comprobante);
  const [error] = isPayment ? checkPayment(comprobante) : checkSums(comprobante);
  return error ? pacRefusal(error.code, error.message) : null;
}

/**
 * Whether the document has a payment complement. A document with one is checked as a payment even if its
 * TipoDeComprobante is not P, and it is then refused for that.
 */
function hasPayments(comprobante: XmlElement): boolean {
  return childOf(childOf(comprobante, "cfdi:Complemento"), "pago20:Pagos") !== undefined;
}

function residenceRefusal(comprobante: XmlElement): PacRefusal | null {
  const code = residenceErrorCode(comprobante);
  return code === null ? null : pacRefusal(code);
}

/**
 * Compares the receiver with the sandbox's list of taxpayers. The data of an RFC that is not in the list is accepted.
 */
function receiverRefusal(comprobante: XmlElement, taxpayers: readonly Taxpayer[]): PacRefusal | null {
  const { Rfc, Nombre, DomicilioFiscalReceptor, RegimenFiscalReceptor } = childOf(
    comprobante,
    "cfdi:Receptor",
  )!.attributes;
  const taxpayer = taxpayers.find(({ rfc }) => rfc === Rfc);
  if (!taxpayer) return null;
  if (taxpayer.error === "unknown") return pacRefusal("CFDI40143");
  if (taxpayer.name !== Nombre) return pacRefusal("CFDI40145");
  if (taxpayer.postalCode !== DomicilioFiscalReceptor) return pacRefusal("CFDI40148");
  return taxpayer.taxRegimes.includes(RegimenFiscalReceptor!) ? null : pacRefusal("CFDI40159");
}
