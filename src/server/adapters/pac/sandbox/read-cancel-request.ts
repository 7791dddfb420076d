import { createHash, X509Certificate, verify } from "node:crypto";
import { ParseOption, XmlDocument, XmlElement } from "libxml2-wasm";
import { nullIfThrows } from "../../../cfdi/certificates/null-if-throws.ts";
import { readCertificateFacts } from "../../../cfdi/certificates/certificate-facts.ts";
import { pacRefusal, type PacRefusal } from "./refusal.ts";

/** A signed request: each CFDI to cancel, with its motive. */
export interface SignedCancelRequest {
  issuerRfc: string;
  folios: { uuid: string; motive: string; replacedBy: string | null }[];
}

const SAT_NAMESPACE = "http://cancelacfd.sat.gob.mx";
const DSIG = "http://www.w3.org/2000/09/xmldsig#";
const NAMESPACES = { c: SAT_NAMESPACE, ds: DSIG };
const HASH_OF_ALGORITHM: Record<string, string> = {
  [`${DSIG}rsa-sha1`]: "sha1",
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256": "sha256",
  [`${DSIG}sha1`]: "sha1",
  "http://www.w3.org/2001/04/xmlenc#sha256": "sha256",
};
/** SAT's codes for an invalid request. The same digits mean other things when stamping. */
const MALFORMED_XML = { code: "301", message: "XML mal formado.", detail: null };
const INVALID_SEAL = { code: "302", message: "Sello mal formado o inválido.", detail: null };
const OTHER_ISSUER = { code: "303", message: "El sello no corresponde al emisor.", detail: null };
const EXPIRED_CERTIFICATE = { code: "304", message: "Certificado revocado o caduco.", detail: null };

/** Reads a request and verifies its signature with the certificate in it, which must be the issuer's CSD. */
export function readCancelRequest(bytes: Uint8Array, now: Date): SignedCancelRequest | PacRefusal {
  const text = Buffer.from(bytes).toString("utf8");
  const option = ParseOption.XML_PARSE_NONET | ParseOption.XML_PARSE_NO_XXE;
  const document = text.includes("<!DOCTYPE") ? null : nullIfThrows(() => XmlDocument.fromString(text, { option }));
  if (!document) return MALFORMED_XML;
  try {
    return readDocument(document, now);
  } finally {
    document.dispose();
  }
}

function readDocument(document: XmlDocument, now: Date): SignedCancelRequest | PacRefusal {
  const { root } = document;
  const folios = findElements(document, "/c:Cancelacion/c:Folios/c:Folio").map((folio) => ({
    uuid: attributeOf(folio, "UUID").toUpperCase(),
    motive: attributeOf(folio, "Motivo"),
    replacedBy: attributeOf(folio, "FolioSustitucion").toUpperCase() || null,
  }));
  const issuerRfc = attributeOf(root, "RfcEmisor");
  if (folios.length === 0 || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(attributeOf(root, "Fecha"))) return MALFORMED_XML;
  const [certificateText] = findElements(
    document,
    "/c:Cancelacion/ds:Signature/ds:KeyInfo/ds:X509Data/ds:X509Certificate",
  );
  const certificate = Buffer.from(certificateText?.content ?? "", "base64");
  const facts = readCertificateFacts(certificate);
  if (!facts || !verifyAndRemoveSignature(document, facts.x509)) return INVALID_SEAL;
  if (facts.keyUsage.has("dataEncipherment")) return pacRefusal("306");
  if (facts.rfc !== issuerRfc) return OTHER_ISSUER;
  if (now > new Date(facts.x509.validTo)) return EXPIRED_CERTIFICATE;
  return { issuerRfc, folios };
}

/**
 * Verifies both parts in canonical form: the document without its signature (digest), and the element
 * SignedInfo (signature value). Removes the signature from the document.
 */
function verifyAndRemoveSignature(document: XmlDocument, { publicKey }: X509Certificate): boolean {
  const [signature, ...otherSignatures] = findElements(document, "/c:Cancelacion/ds:Signature");
  const findInSignedInfo = (path: string): XmlElement | undefined =>
    findElements(document, `/c:Cancelacion/ds:Signature/ds:SignedInfo${path}`)[0];
  const signatureValue = findElements(document, "/c:Cancelacion/ds:Signature/ds:SignatureValue")[0]?.content ?? "";
  const signedInfo = findInSignedInfo("");
  const signatureHash = HASH_OF_ALGORITHM[attributeOf(findInSignedInfo("/ds:SignatureMethod"), "Algorithm")];
  const digestHash = HASH_OF_ALGORITHM[attributeOf(findInSignedInfo("/ds:Reference/ds:DigestMethod"), "Algorithm")];
  if (!signature || otherSignatures.length > 0 || !signedInfo || !signatureHash || !digestHash) return false;
  if (attributeOf(findInSignedInfo("/ds:Reference"), "URI") !== "") return false;
  const canonicalSignedInfo = signedInfo.canonicalizeToString();
  const digest = findInSignedInfo("/ds:Reference/ds:DigestValue")?.content.trim();
  const isValid = nullIfThrows(() =>
    verify(signatureHash, Buffer.from(canonicalSignedInfo), publicKey, Buffer.from(signatureValue, "base64")),
  );
  signature.remove();
  return isValid === true && createHash(digestHash).update(document.canonicalizeToString()).digest("base64") === digest;
}

function findElements(document: XmlDocument, path: string): XmlElement[] {
  return document.find(path, NAMESPACES).filter((node) => node instanceof XmlElement);
}

function attributeOf(element: XmlElement | undefined, name: string): string {
  return element?.attr(name)?.value ?? "";
}
