import { z } from "zod";
import { SECRET } from "./examples/ids.ts";
import { Instant, OptionalEmail, Pesos, Phone, textOrEmpty, text, unionError } from "./fields.ts";

/** The data of an invoice that the order's page shows. */
export const InvoiceShown = z
  .object({
    status: z
      .enum(["PENDING", "ISSUED", "CANCELLING"])
      .describe(
        "`PENDING`: being stamped; `ISSUED`: valid; `CANCELLING`: its cancellation waits for the tax authority.",
      ),
    uuid: z.string().nullable().describe("The tax folio (folio fiscal); null until it is stamped."),
  })
  .meta({ id: "InvoiceShown", description: "The invoice of an order." });
export type InvoiceShown = z.output<typeof InvoiceShown>;

/** The last day on which the customer of a shipped order can request its invoice. */
export const InvoiceDeadlineShown = z
  .object({
    lastDay: z.string().meta({
      format: "date",
      description: "The last day, in the time zone of the shop's invoice issuer.",
      example: "2026-12-31",
    }),
    isOver: z.boolean().meta({ description: "Whether that day has passed.", example: false }),
  })
  .meta({ id: "InvoiceDeadline", description: "Until when the customer can request an order's invoice." });

/** The number of an order, with or without "#" and spaces, as customers paste it. */
const Reference = z
  .union([text().max(40), z.number().int()], unionError())
  .transform((typed) => String(typed).replace(/[\s#]/g, ""));

export const InvoiceLookupQuery = z.object({
  phone: Phone.meta({ description: "The phone number that the order was placed with.", example: "5512345678" }),
});

const PaymentForm = z
  .object({
    code: z.string().describe("Code of the tax authority's catalogue (c_FormaPago)."),
    name: z.string().describe("What it means, in Spanish."),
  })
  .describe(
    "How the order was paid, as the invoice states it. The shop determines it; the customer does not choose it.",
  );

export const InvoiceLookup = z
  .object({
    status: z
      .literal("OK")
      .describe("The order was found. `invoice` and `isOver` state whether it can still be invoiced here."),
    order: z
      .object({
        reference: z.string().describe("The order's number, digits only."),
        total: Pesos.describe("What was paid for the order, VAT included."),
        createdOn: Instant.describe("When it was placed."),
        invoice: InvoiceShown.nullable().describe("Its invoice; null while it has none."),
        paymentMethod: PaymentForm,
        lastDay: z.string().meta({ format: "date", description: "The last day on which it can be invoiced here." }),
        isOver: z
          .boolean()
          .optional()
          .meta({ description: "Whether `lastDay` has passed: then only staff can make its invoice.", example: false }),
        postalCode: z
          .string()
          .describe("Postal code where the invoice is issued: the one to send with the generic RFCs."),
      })
      .describe("The order to invoice."),
  })
  .describe("A shipped order.");

/**
 * A CFDI needs the first five fields. `country` and `taxId` are for receivers who live abroad. The street
 * address and `paymentMethod` are accepted for older clients and not used.
 */
export const InvoiceReceiver = z
  .object({
    name: textOrEmpty(400).describe("Name or company name exactly as on the tax certificate, without `S.A. de C.V.`."),
    rfc: textOrEmpty(40).describe("Tax id: 12 or 13 characters."),
    postalCode: z
      .union([textOrEmpty(10), z.number().int().transform(String)], unionError())
      .describe("Postal code of the tax address, 5 digits."),
    fiscalReg: z
      .union([textOrEmpty(10), z.number().int().transform(String)], unionError())
      .describe("Tax regime: code of c_RegimenFiscal."),
    usoCFDI: textOrEmpty(10).describe("What the invoice is for: code of c_UsoCFDI."),
    email: OptionalEmail.describe("The e-mail address that the invoice is sent to. Without it no e-mail is sent."),
    paymentMethod: textOrEmpty(10)
      .nullish()
      .describe("Must be a code of c_FormaPago, but is not used: the shop determines it."),
    country: textOrEmpty(10)
      .nullish()
      .describe("Where a receiver without Mexican RFC lives: code of c_Pais, 3 letters. Only with XEXX010101000."),
    taxId: textOrEmpty(60)
      .nullish()
      .describe("Their tax id in that country, at most 40 characters. Only with `country`."),
    street: textOrEmpty(200).nullish().describe("Not used."),
    numExt: z
      .union([textOrEmpty(50), z.number().transform(String)], unionError())
      .nullish()
      .describe("Not used."),
    numInt: z
      .union([textOrEmpty(50), z.number().transform(String)], unionError())
      .nullish()
      .describe("Not used."),
    neigh: textOrEmpty(200).nullish().describe("Not used."),
    city: textOrEmpty(200).nullish().describe("Not used."),
    state: textOrEmpty(200).nullish().describe("Not used."),
  })
  .describe("The receiver of the invoice. CFDI 4.0 needs the first five fields.");

export const RequestInvoice = z
  .object({
    orderId: Reference.describe("The order's number (`reference`); spaces and `#` are ignored."),
    phone: Phone.describe("The phone number that the order was placed with."),
    receiver: InvoiceReceiver,
  })
  .describe("An order and the receiver of its invoice.");

export const InvoiceIssued = z
  .object({
    status: z.literal("OK").describe("The invoice is stamped."),
    message: z.string().describe("A Spanish sentence for the customer."),
    uuid: z.string().describe("The tax folio (folio fiscal)."),
    paymentMethod: PaymentForm,
    files: z
      .object({
        xml: z.string().describe("Path of the stamped XML."),
        pdf: z.string().describe("Path of the PDF to read."),
      })
      .describe("Paths that open the files without a session, for seven days."),
    sentTo: z.string().nullable().describe("The e-mail address that it is sent to. Null if none was given."),
  })
  .describe("A stamped invoice.");

export const InvoiceFileQuery = z.object({
  key: text().max(200).optional().meta({
    description: "The key in `files` of the issued invoice, or the order's key. Without it the session decides.",
    example: SECRET.orderKey,
  }),
});
