import type { Hono } from "hono";
import { centsText } from "../../../../domain/micros.ts";
import type { HttpEnv } from "../../../api/env.ts";
import { find, escapeXml, readSoap } from "../soap.ts";
import type { PacSandbox } from "./pac-sandbox.ts";
import type { KeptStamp } from "./stamp.ts";
import { failing } from "./sw-router.ts";

interface Standing {
  CodigoEstatus: string;
  EsCancelable: string;
  Estado: string;
  EstatusCancelacion: string;
}

const INVALID: Standing = {
  CodigoEstatus: "N - 601: La expresión impresa proporcionada no es válida.",
  EsCancelable: "",
  Estado: "No Encontrado",
  EstatusCancelacion: "",
};
const UNKNOWN: Standing = { ...INVALID, CodigoEstatus: "N - 602: Comprobante no encontrado." };
const RESULT = "http://schemas.datacontract.org/2004/07/Sat.Cfdi.Negocio.ConsultaCfdi.Servicio";

/** SAT's own status service, as its public one: SOAP, no credentials. SW has none of its own and sends its customers there. */
export function bindStatus(api: Hono<HttpEnv>, sandbox: PacSandbox): void {
  api.post(
    "/sandbox/pac/sat/ConsultaCFDIService.svc",
    failing(sandbox, async (context) => {
      const asked = readSoap(await context.req.text());
      const expression = asked?.name === "Consulta" ? find(asked, "expresionImpresa")?.text : undefined;
      if (expression === undefined) return context.text("", 400);
      return context.body(envelope(await standing(sandbox, expression)), 200, {
        "Content-Type": "text/xml; charset=utf-8",
        "Cache-Control": "no-store",
      });
    }),
  );
}

async function standing({ db }: PacSandbox, expression: string): Promise<Standing> {
  // An RFC's "&" is written "&amp;" here.
  const parts = expression
    .trim()
    .replace(/^\?/, "")
    .split(/&(?!amp;)/);
  const said = Object.fromEntries(parts.map((part) => [part.slice(0, 2), part.slice(3).replaceAll("&amp;", "&")]));
  if (!/^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$/.test(said.id ?? "")) return INVALID;
  const stamp = await db.selectFrom("sandbox_pac_stamps").selectAll().where("uuid", "=", said.id!).executeTakeFirst();
  if (!stamp) return UNKNOWN;
  const isSame =
    stamp.issuer_rfc === said.re &&
    stamp.receiver_rfc === said.rr &&
    Number(centsText(stamp.total_cents)) === Number(said.tt) &&
    (said.fe === undefined || stamp.seal_end === said.fe);
  return isSame ? told(stamp) : UNKNOWN;
}

function told({ state, with_acceptance: withAcceptance }: KeptStamp): Standing {
  const how = withAcceptance ? "con aceptación" : "sin aceptación";
  const cancellation = {
    live: "",
    requested: "En proceso",
    cancelled: `Cancelado ${how}`,
    rejected: "Solicitud rechazada",
  };
  return {
    CodigoEstatus: "S - Comprobante obtenido satisfactoriamente.",
    EsCancelable: state === "cancelled" ? "No cancelable" : `Cancelable ${how}`,
    Estado: state === "cancelled" ? "Cancelado" : "Vigente",
    EstatusCancelacion: cancellation[state],
  };
}

function envelope(standing: Standing): string {
  const fields = Object.entries(standing).map(([name, value]) => `<a:${name}>${escapeXml(value)}</a:${name}>`);
  return (
    '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><ConsultaResponse xmlns="http://tempuri.org/">' +
    `<ConsultaResult xmlns:a="${RESULT}">${fields.join("")}</ConsultaResult></ConsultaResponse></s:Body></s:Envelope>`
  );
}
