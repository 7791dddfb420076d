import { randomUUID } from "node:crypto";
import type { Hono } from "hono";
import { renderSVG } from "uqr";
import { isRefusal } from "../../../../domain/refusal.ts";
import type { HttpEnv } from "../../../api/env.ts";
import { readStamp, verificationUrlOf } from "../../../cfdi/stamp.ts";
import type { Fault } from "./faults.ts";
import type { PacSandbox } from "./pac-sandbox.ts";
import { pacRefusal } from "./refusal.ts";
import { stampDocument, type StoredStamp } from "./stamp.ts";
import { authorizedEndpoint, failAfterWork, readSentXml, swError, swSuccess } from "./sw-endpoint.ts";

const MAX_CUSTOM_ID_LENGTH = 100;
const QR_WIDTH = 240;
/** An invalid seal: base 64 with the length of a real one. */
const OTHER_SEAL = Buffer.alloc(256, "otro").toString("base64");

/**
 * The stamping services: with `customid` (/v4/…) and without, four versions of the answer, each for a document that is
 * sent as text or in base 64.
 */
export function bindStamping(api: Hono<HttpEnv>, sandbox: PacSandbox): void {
  const paths = ["/sandbox/pac/v4/cfdi33/stamp", "/sandbox/pac/cfdi33/stamp"].flatMap((path) => [
    `${path}/:version{v[1-4]}`,
    `${path}/:version{v[1-4]}/:b64{b64}`,
  ]);
  const handle = authorizedEndpoint(sandbox, async (context, fault) => {
    const version = context.req.param("version")!;
    const customId = context.req.path.includes("/v4/cfdi33/") ? (context.req.header("customid") ?? null) : null;
    if (customId !== null && (customId === "" || customId.length > MAX_CUSTOM_ID_LENGTH)) {
      return context.json(
        {
          message: "El customId viene vacío o es mayor a 100 caracteres.",
          messageDetail: null,
          data: null,
          status: "error",
        },
        400,
      );
    }
    const bytes = await readSentXml(context, context.req.param("b64") !== undefined);
    if (!bytes) return swError(context, 400, pacRefusal("301", "No viene el campo xml."));
    const code = rejectionCode(fault);
    if (code) return swError(context, 400, pacRefusal(code, "Rechazado a propósito, desde el panel."));
    const outcome = await stampDocument(sandbox, bytes, customId);
    const { refusal, stamp } = outcome;
    if (stamp === null) return swError(context, 400, refusal);
    const failure = await failAfterWork(fault, context);
    if (failure) return failure;
    const data = fault === "no-data" ? null : await toAnswerData(stamp, version, fault);
    return refusal ? swError(context, 400, refusal, data) : swSuccess(context, data ?? {});
  });
  for (const path of paths) api.post(path, handle);
}

/** The code with which the current fault refuses a stamp. Codes of cancellations belong to the other service. */
function rejectionCode(fault: Fault | null): string | null {
  const code = fault?.startsWith("reject:") ? fault.slice("reject:".length) : null;
  return code === null || /^2\d\d$/.test(code) ? null : code;
}

async function toAnswerData(stamp: StoredStamp, version: string, fault: Fault | null): Promise<object> {
  const forge = (text: string): string =>
    fault === "other-seal" ? text.replace(/ SelloCFD="[^"]*"/, ` SelloCFD="${OTHER_SEAL}"`) : text;
  const [cfdi, tfd] = [forge(stamp.xml), forge(stamp.tfd)];
  if (version === "v1") return { tfd };
  if (version === "v2") return { tfd, cfdi };
  if (version === "v3") return { cfdi };
  const stampedDocument = readStamp(stamp.xml);
  if (isRefusal(stampedDocument)) throw new Error("a stored stamp is unreadable");
  return {
    cadenaOriginalSAT: stamp.original_string,
    noCertificadoSAT: stampedDocument.stamp.satCertificateNumber,
    noCertificadoCFDI: stampedDocument.comprobante.attributes.NoCertificado,
    uuid: fault === "wrong-uuid" ? randomUUID() : stamp.uuid,
    selloSAT: stampedDocument.stamp.satSeal,
    selloCFDI: stampedDocument.stamp.documentSeal,
    fechaTimbrado: stampedDocument.stamp.stampedAt,
    qrCode: await qrPicture(verificationUrlOf(stampedDocument)),
    cfdi,
  };
}

/** A PNG in base 64, like SW's. */
async function qrPicture(text: string): Promise<string> {
  const { default: sharp } = await import("sharp");
  const png = await sharp(Buffer.from(renderSVG(text)))
    .resize(QR_WIDTH)
    .png()
    .toBuffer();
  return png.toString("base64");
}
