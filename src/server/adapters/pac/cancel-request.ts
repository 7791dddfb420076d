import { createHash, sign, X509Certificate } from "node:crypto";
import { formatLocalTime } from "../../cfdi/local-time.ts";
import { escapeXml } from "./soap.ts";
import type { CancelRequest } from "./pac.ts";

/** The format of SAT's cancellation service (Anexo 20, "Cancelación"). The service accepts RSA-SHA1. */
const NAMESPACES =
  'xmlns="http://cancelacfd.sat.gob.mx" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
const DSIG = "http://www.w3.org/2000/09/xmldsig#";

/**
 * The request to cancel one CFDI, signed with the issuer's CSD (XML-DSig, enveloped), so that the private key never
 * leaves the shop. It is written in canonical form (C14N 1.0), so the hashed bytes are the sent bytes. `now` is
 * converted to the local time of central Mexico.
 */
export function signCancelRequest(cancellation: CancelRequest, now: Date): string {
  const { uuid, motive, replacedBy, issuerRfc, signer } = cancellation;
  const localDateTime = formatLocalTime(now, "America/Mexico_City");
  const folio = element("Folio", { FolioSustitucion: replacedBy ?? "", Motivo: motive, UUID: uuid }, "");
  const body = element("Folios", {}, folio);
  const openingTag = `<Cancelacion ${NAMESPACES} Fecha="${localDateTime}" RfcEmisor="${escapeXml(issuerRfc)}">`;
  const digest = createHash("sha1").update(`${openingTag}${body}</Cancelacion>`).digest("base64");
  const signedInfoXml = signedInfo(digest);
  // If SignedInfo is canonicalized alone, it must repeat the namespaces in scope.
  const namespacesInScope = `xmlns="${DSIG}" ${NAMESPACES.replace(/^xmlns="[^"]*" /, "")}`;
  const canonicalSignedInfo = signedInfoXml.replace("<SignedInfo>", `<SignedInfo ${namespacesInScope}>`);
  const signature = sign("sha1", Buffer.from(canonicalSignedInfo), signer.privateKey).toString("base64");
  const signatureContent = signedInfoXml + element("SignatureValue", {}, signature) + keyInfo(signer.certificate);
  return `<?xml version="1.0" encoding="UTF-8"?>${openingTag}${body}<Signature xmlns="${DSIG}">${signatureContent}</Signature></Cancelacion>`;
}

function signedInfo(digest: string): string {
  const reference =
    element("Transforms", {}, element("Transform", { Algorithm: `${DSIG}enveloped-signature` }, "")) +
    element("DigestMethod", { Algorithm: `${DSIG}sha1` }, "") +
    element("DigestValue", {}, digest);
  return element(
    "SignedInfo",
    {},
    element("CanonicalizationMethod", { Algorithm: "http://www.w3.org/TR/2001/REC-xml-c14n-20010315" }, "") +
      element("SignatureMethod", { Algorithm: `${DSIG}rsa-sha1` }, "") +
      element("Reference", { URI: "" }, reference),
  );
}

function keyInfo(certificate: Uint8Array): string {
  const x509 = new X509Certificate(certificate);
  const { n, e } = x509.publicKey.export({ format: "jwk" });
  const issuer = x509.issuer.split("\n").toReversed().join(",");
  const issuerAndSerialNumber =
    element("X509IssuerName", {}, escapeXml(issuer)) + element("X509SerialNumber", {}, decimalSerial(x509));
  const key = element("Modulus", {}, toStandardBase64(n!)) + element("Exponent", {}, toStandardBase64(e!));
  const x509Data =
    element("X509IssuerSerial", {}, issuerAndSerialNumber) +
    element("X509Certificate", {}, Buffer.from(certificate).toString("base64"));
  return element(
    "KeyInfo",
    {},
    element("X509Data", {}, x509Data) + element("KeyValue", {}, element("RSAKeyValue", {}, key)),
  );
}

function decimalSerial(x509: X509Certificate): string {
  return BigInt(`0x${x509.serialNumber}`).toString();
}

function toStandardBase64(base64Url: string): string {
  return Buffer.from(base64Url, "base64url").toString("base64");
}

/** An element in canonical form. The caller gives the attributes in alphabetical order. */
function element(name: string, attributes: Record<string, string>, content: string): string {
  const attributeTexts = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
  return `<${name}${attributeTexts.join("")}>${content}</${name}>`;
}
