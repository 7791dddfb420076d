import { z } from "zod";
import { Instant, OptionalEmail, Pesos, Phone, anyText, text, unionError } from "./fields.ts";

/** What an order's page says of its invoice. */
export const InvoiceShown = z
  .object({
    status: z
      .enum(["PENDING", "ISSUED", "CANCELLING"])
      .meta({ description: "PENDING: se está timbrando; CANCELLING: su cancelación espera al SAT" }),
    uuid: z.string().nullable().meta({ description: "El folio fiscal, cuando ya está timbrada" }),
  })
  .meta({ id: "InvoiceShown" });
export type InvoiceShown = z.output<typeof InvoiceShown>;

/** Digits, however they come: people paste "#1001". */
const Reference = z
  .union([text().max(40), z.number().int()], unionError())
  .transform((typed) => String(typed).replace(/[\s#]/g, ""));

export const InvoiceLookupQuery = z.object({ phone: Phone });

const Regime = z.object({ code: z.string(), name: z.string() });

export const InvoiceLookup = z.object({
  status: z.literal("OK"),
  order: z.object({
    reference: z.string(),
    total: Pesos,
    createdOn: Instant,
    invoice: InvoiceShown.nullable(),
    paymentMethod: Regime.meta({ description: "La forma de pago del SAT, de cómo se pagó: la lleva la factura" }),
    lastDay: z.string().meta({ format: "date", description: "Hasta cuándo se puede facturar aquí" }),
    postalCode: z.string().meta({ description: "Donde se expide: el código postal de los RFC genéricos" }),
  }),
});

/** A CFDI needs the first five fields. The others are accepted and optional (rule INVOICE-5). */
export const InvoiceReceiver = z.object({
  name: anyText(400),
  rfc: anyText(40),
  postalCode: z.union([anyText(10), z.number().int().transform(String)], unionError()),
  fiscalReg: z.union([anyText(10), z.number().int().transform(String)], unionError()),
  usoCFDI: anyText(10),
  email: OptionalEmail,
  paymentMethod: anyText(10).nullish(),
  street: anyText(200).nullish(),
  numExt: z.union([anyText(50), z.number().transform(String)], unionError()).nullish(),
  numInt: z.union([anyText(50), z.number().transform(String)], unionError()).nullish(),
  neigh: anyText(200).nullish(),
  city: anyText(200).nullish(),
  state: anyText(200).nullish(),
});

export const RequestInvoice = z.object({
  orderId: Reference.meta({ description: "El número de pedido" }),
  phone: Phone,
  receiver: InvoiceReceiver,
});

export const InvoiceIssued = z.object({
  status: z.literal("OK"),
  message: z.string(),
  uuid: z.string(),
  paymentMethod: Regime,
  files: z
    .object({ xml: z.string(), pdf: z.string() })
    .meta({ description: "Direcciones que abren los archivos sin sesión, durante siete días" }),
  sentTo: z.string().nullable(),
});

export const InvoiceFileQuery = z.object({
  key: text()
    .max(200)
    .optional()
    .meta({ description: "La que dio POST /invoice, o la del enlace al pedido; o la sesión de quien compró" }),
});
