import type { z } from "zod";

/** The groups of the documentation, in the order of a purchase. */
export const TAGS = {
  Shop: "The shop behind the host name: its name, colours, banners and settings.",
  Catalog: "Products, sizes, brands and categories on sale in this shop. Answers may be cached: they carry an ETag.",
  Presale: "Products that only an access code shows and sells, and the waiting room before a presale.",
  "Waiting list": "Notices for a size that is sold out. Links in e-mails carry the token of a place.",
  Cart: "Carts reserve stock for a limited time. A cart is opened by its id, which cannot be guessed.",
  Sessions: "Tokens of customers and guests, and passwords.",
  Customers: "A customer's own data, addresses and orders.",
  Orders: "Orders, their payments, receipts and tickets.",
  Invoices: "Mexican electronic invoices (CFDI 4.0) of shipped orders.",
  "Check-in": "Ticket checks by a scanner at the entrance of an event.",
  Reviews: "Customers' opinions of the shop, and of products that they received.",
} as const;

/**
 * The identity a call needs.
 * - `none`: none. A token has no effect.
 * - `optional`: works without a session. With a session it does more, or other limits apply.
 * - `session`: the session of a customer or of a guest.
 * - `account`: the session of a registered customer.
 * - `order`: the session of the customer to whom the order belongs, or the order's key (`?key=`).
 * - `scanner`: the key of a ticket scanner.
 */
export type Credentials = "none" | "optional" | "session" | "account" | "order" | "scanner";

/** A parameter of the path or a header, as the documentation shows it. */
export interface ParameterDoc {
  description: string;
  example: string;
}

/** One operation of the API as data: its input, its response, its refusals, and who may call it. */
export interface Endpoint {
  summary: string;
  /** What it does, who may call it and what its response depends on, for an integrator (Markdown). */
  description: string;
  tag: keyof typeof TAGS;
  credentials: Credentials;
  /** Whether the header `X-CODE` (a presale's access code) is required, or may change the result. Absent: not read. */
  accessCode?: "required" | "optional";
  /** Each parameter of the path. */
  params?: Readonly<Record<string, ParameterDoc>>;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Set if the body is a file and not JSON. */
  file?: { description: string; contentTypes: readonly string[] };
  /** Additional headers with their descriptions. */
  headers?: Readonly<Record<string, ParameterDoc>>;
  response: z.ZodType;
  /** The status of a successful response: 200 by default; 204 has no body. */
  status?: 202 | 204;
  /** The media type of a response that is not JSON. The handler creates this response itself. */
  contentType?: "application/pdf" | "application/xml" | "text/tab-separated-values";
  /** Public responses have an ETag and may be cached. Private ones, and all with `X-CODE`, are never stored. */
  cache: "public" | "private";
  /** Whether the operation is available while the shop is closed for maintenance. */
  isOpenDuringMaintenance?: boolean;
  /** Whether the operation accepts an `Idempotency-Key` (rule API-2). */
  idempotent?: boolean;
  /** Codes of the refusals it may answer with, besides those that `documented-errors.ts` derives. */
  refusals?: readonly string[];
}
