import { randomUUID } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { isRefusal } from "../../domain/refusal.ts";
import { readCancelRequest } from "../adapters/pac/sandbox/read-cancel-request.ts";
import { escapeXml, readSoap, textOf, type SoapNode } from "../adapters/pac/soap.ts";
import { addStamp } from "../adapters/pac/check-answer.ts";
import { parseXml } from "../cfdi/parse-xml.ts";

export const FINKOK_ACCOUNT = { user: "cuenta@tienda.mx", password: "con & y <signos>" };

const VIEWS_NAMESPACE = "apps.services.soap.core.views";

/**
 * What happens to a call. "after" cuts the connection after the call had its effect. "705", "708" and "CFDI40145" are
 * codes of incidents.
 */
export type FinkokFailure = "500" | "cut" | "fault" | "hang" | "html" | "after" | "705" | "708" | "CFDI40145";

/** A stamped document, before (`sealedXml`) and after it got its stamp. */
interface StampedDocument {
  uuid: string;
  xml: string;
  sealedXml: string;
  satStatus: { Estado: string; EstatusCancelacion: string };
}

export interface TestFinkok {
  url: string;
  documents: StampedDocument[];
  /** Operations that were requested, in order. */
  requests: string[];
  /** Failures for the next calls. */
  failNext(...failures: FinkokFailure[]): void;
  /**
   * Whether the response to a document that was stamped before has its stamp. If not, it is only an error, and the
   * client has to call the operation `stamped`.
   */
  returnsExistingStamp: boolean;
  close(): Promise<void>;
}

/**
 * A test server on the loopback interface with Finkok's SOAP 1.1 API, as Finkok's wiki and public clients describe the
 * API. The server stamps every well-formed document of `FINKOK_ACCOUNT`.
 */
export async function openTestFinkok(): Promise<TestFinkok> {
  const failures: FinkokFailure[] = [];
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on("data", (chunk: Buffer) => chunks.push(chunk));
    req.on("end", () => {
      const operation = readSoap(Buffer.concat(chunks).toString());
      const service = /^\/servicios\/soap\/(stamp|cancel)$/.exec(req.url ?? "")?.[1];
      const isSoap =
        req.headers["content-type"]?.startsWith("text/xml") && req.headers.soapaction === `"${operation?.name}"`;
      if (!operation || !service || !isSoap) return void res.writeHead(404).end();
      finkok.requests.push(operation.name);
      const failure = failures.shift();
      if (failure === "hang") return;
      if (failure === "cut") return void res.destroy();
      if (failure === "500") return void res.writeHead(500).end("Internal Server Error");
      if (failure === "html") return void res.writeHead(200, { "Content-Type": "text/html" }).end("<html><br></html>");
      if (failure === "fault") return sendFault(res);
      const isIncidentCode = failure !== undefined && failure !== "after";
      const result = isIncidentCode ? writeIncidentXml(failure) : respond(finkok, operation);
      if (failure === "after") return void res.destroy();
      send(res, service, operation.name, result);
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const finkok: TestFinkok = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    documents: [],
    requests: [],
    failNext: (...next) => void failures.push(...next),
    returnsExistingStamp: true,
    close: () => {
      server.closeAllConnections();
      return new Promise((closed) => server.close(() => closed()));
    },
  };
  return finkok;
}

function respond(finkok: TestFinkok, operation: SoapNode): string {
  const account = { user: textOf(operation, "username"), password: textOf(operation, "password") };
  if (account.user !== FINKOK_ACCOUNT.user || account.password !== FINKOK_ACCOUNT.password)
    return writeIncidentXml("300");
  const xml = Buffer.from(textOf(operation, "xml"), "base64").toString("utf8");
  if (operation.name === "stamp") return stamp(finkok, xml);
  if (operation.name === "stamped")
    return writeStampedFields(finkok.documents.find(({ sealedXml }) => sealedXml === xml));
  if (operation.name === "cancel_signature") return cancel(finkok, xml);
  const document = finkok.documents.find(({ uuid }) => uuid === textOf(operation, "uuid"));
  const satStatus = document?.satStatus ?? { Estado: "No Encontrado", EstatusCancelacion: "" };
  return `<s0:sat>${writeFieldsXml({ CodigoEstatus: "S - Comprobante obtenido satisfactoriamente.", ...satStatus })}</s0:sat>`;
}

function stamp(finkok: TestFinkok, xml: string): string {
  const existingDocument = finkok.documents.find(({ sealedXml }) => sealedXml === xml);
  if (existingDocument)
    return (finkok.returnsExistingStamp ? writeStampedFields(existingDocument) : "") + writeIncidentXml("307");
  const cfdi = parseXml(xml);
  if (isRefusal(cfdi)) return writeIncidentXml("301");
  const uuid = randomUUID().toUpperCase();
  const tfd =
    '<tfd:TimbreFiscalDigital xmlns:tfd="http://www.sat.gob.mx/TimbreFiscalDigital" Version="1.1"' +
    ` UUID="${uuid}" FechaTimbrado="2026-11-21T16:05:12" RfcProvCertif="FIN1203015JA" SelloCFD="${cfdi.attributes.Sello}"` +
    ' NoCertificadoSAT="30001000000500003456" SelloSAT="c2VsbG8="/>';
  const stampedDocument = {
    uuid,
    sealedXml: xml,
    xml: addStamp(xml, tfd)!,
    satStatus: { Estado: "Vigente", EstatusCancelacion: "" },
  };
  finkok.documents.push(stampedDocument);
  return writeStampedFields(stampedDocument);
}

function writeStampedFields(document: StampedDocument | undefined): string {
  if (!document) return writeIncidentXml("603");
  return writeFieldsXml({
    xml: document.xml,
    UUID: document.uuid,
    CodEstatus: "Comprobante timbrado satisfactoriamente",
  });
}

function cancel(finkok: TestFinkok, xml: string): string {
  const request = readCancelRequest(Buffer.from(xml), new Date());
  if ("code" in request) return writeFieldsXml({ CodEstatus: request.code });
  const { uuid } = request.folios[0]!;
  const document = finkok.documents.find((candidate) => candidate.uuid === uuid);
  const code = !document ? "205" : document.satStatus.Estado === "Cancelado" ? "202" : "201";
  if (code === "201") document!.satStatus = { Estado: "Cancelado", EstatusCancelacion: "Cancelado sin aceptación" };
  const folio = writeFieldsXml({ UUID: uuid, EstatusUUID: code, EstatusCancelacion: "" });
  return `<s0:Folios><s0:Folio>${folio}</s0:Folio></s0:Folios>${writeFieldsXml({ Acuse: `<Acuse>${code}</Acuse>` })}`;
}

function writeIncidentXml(code: string): string {
  const incidentFields = { CodigoError: code, MensajeIncidencia: `Mensaje de ${code}`, ExtraInfo: "" };
  return `<s0:Incidencias><s0:Incidencia>${writeFieldsXml(incidentFields)}</s0:Incidencia></s0:Incidencias>`;
}

function writeFieldsXml(values: Record<string, string>): string {
  return Object.entries(values)
    .map(([name, value]) => `<s0:${name}>${escapeXml(value)}</s0:${name}>`)
    .join("");
}

function send(res: ServerResponse, service: string, operation: string, result: string): void {
  const body =
    `<?xml version='1.0' encoding='UTF-8'?><senv:Envelope xmlns:s0="${VIEWS_NAMESPACE}" xmlns:senv="http://schemas.xmlsoap.org/soap/envelope/"` +
    ` xmlns:tns="http://facturacion.finkok.com/${service}"><senv:Body><tns:${operation}Response><tns:${operation}Result>${result}` +
    `</tns:${operation}Result></tns:${operation}Response></senv:Body></senv:Envelope>`;
  res.writeHead(200, { "Content-Type": "text/xml; charset=utf-8" }).end(body);
}

function sendFault(res: ServerResponse): void {
  const body =
    '<senv:Envelope xmlns:senv="http://schemas.xmlsoap.org/soap/envelope/"><senv:Body><senv:Fault>' +
    "<faultcode>senv:Server</faultcode><faultstring>x</faultstring></senv:Fault></senv:Body></senv:Envelope>";
  res.writeHead(500, { "Content-Type": "text/xml" }).end(body);
}
