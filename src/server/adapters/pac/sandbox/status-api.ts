import type { Hono } from "hono";
import { centsText } from "../../../../domain/micros.ts";
import type { HttpEnv } from "../../../api/env.ts";
import { findNode, escapeXml, readSoap } from "../soap.ts";
import type { PacSandbox } from "./pac-sandbox.ts";
import type { StoredStamp } from "./stamp.ts";
import { publicEndpoint } from "./sw-endpoint.ts";

interface StatusAnswer {
  CodigoEstatus: string;
  EsCancelable: string;
  Estado: string;
  EstatusCancelacion: string;
}

const INVALID_EXPRESSION_ANSWER: StatusAnswer = {
  CodigoEstatus: "N - 601: La expresión impresa proporcionada no es válida.",
  EsCancelable: "",
  Estado: "No Encontrado",
  EstatusCancelacion: "",
};
const NOT_FOUND_ANSWER: StatusAnswer = {
  ...INVALID_EXPRESSION_ANSWER,
  CodigoEstatus: "N - 602: Comprobante no encontrado.",
};
const RESULT_NAMESPACE = "http://schemas.datacontract.org/2004/07/Sat.Cfdi.Negocio.ConsultaCfdi.Servicio";

/**
 * SAT's status service, like the public one: SOAP, no credentials. SW has no status service and refers its customers to
 * SAT's.
 */
export function bindStatus(api: Hono<HttpEnv>, sandbox: PacSandbox): void {
  api.post(
    "/sandbox/pac/sat/ConsultaCFDIService.svc",
    publicEndpoint(sandbox, async (context) => {
      const request = readSoap(await context.req.text());
      const expression = request?.name === "Consulta" ? findNode(request, "expresionImpresa")?.text : undefined;
      if (expression === undefined) return context.text("", 400);
      return context.body(toEnvelope(await findStatus(sandbox, expression)), 200, {
        "Content-Type": "text/xml; charset=utf-8",
        "Cache-Control": "no-store",
      });
    }),
  );
}

async function findStatus({ db }: PacSandbox, expression: string): Promise<StatusAnswer> {
  // "&" in an RFC is escaped as "&amp;" in this text.
  const parts = expression
    .trim()
    .replace(/^\?/, "")
    .split(/&(?!amp;)/);
  const parameters = Object.fromEntries(
    parts.map((part) => [part.slice(0, 2), part.slice(3).replaceAll("&amp;", "&")]),
  );
  if (!/^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$/.test(parameters.id ?? ""))
    return INVALID_EXPRESSION_ANSWER;
  const stamp = await db
    .selectFrom("sandbox_pac_stamps")
    .selectAll()
    .where("uuid", "=", parameters.id!)
    .executeTakeFirst();
  if (!stamp) return NOT_FOUND_ANSWER;
  const matchesExpression =
    stamp.issuer_rfc === parameters.re &&
    stamp.receiver_rfc === parameters.rr &&
    Number(centsText(stamp.total_cents)) === Number(parameters.tt) &&
    (parameters.fe === undefined || stamp.seal_last_8 === parameters.fe);
  return matchesExpression ? toStatusAnswer(stamp) : NOT_FOUND_ANSWER;
}

function toStatusAnswer({ state, needs_acceptance: withAcceptance }: StoredStamp): StatusAnswer {
  const acceptance = withAcceptance ? "con aceptación" : "sin aceptación";
  const cancellation = {
    live: "",
    requested: "En proceso",
    cancelled: `Cancelado ${acceptance}`,
    rejected: "Solicitud rechazada",
  };
  return {
    CodigoEstatus: "S - Comprobante obtenido satisfactoriamente.",
    EsCancelable: state === "cancelled" ? "No cancelable" : `Cancelable ${acceptance}`,
    Estado: state === "cancelled" ? "Cancelado" : "Vigente",
    EstatusCancelacion: cancellation[state],
  };
}

function toEnvelope(answer: StatusAnswer): string {
  const fields = Object.entries(answer).map(([name, value]) => `<a:${name}>${escapeXml(value)}</a:${name}>`);
  return (
    '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><ConsultaResponse xmlns="http://tempuri.org/">' +
    `<ConsultaResult xmlns:a="${RESULT_NAMESPACE}">${fields.join("")}</ConsultaResult></ConsultaResponse></s:Body></s:Envelope>`
  );
}
