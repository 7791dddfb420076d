import type { z } from "zod";

/** The groups of the documentation, in the order a shopper meets them. */
export const TAGS = {
  Shop: "The shop behind the host name: its name, colours, banners and settings.",
  Catalog: "Products, sizes, brands and categories on sale in this shop. Answers may be cached: they carry an ETag.",
  Presale: "Products that only an access code shows and sells, and the waiting room in front of them.",
  "Waiting list": "Notices for a size that is sold out. One-time links in e-mails carry the token of a place.",
  Cart: "Carts reserve stock for a limited time. A cart is opened by its id, which cannot be guessed.",
  Sessions: "Tokens of customers and guests, and passwords.",
  Customers: "A customer's own data, addresses and orders.",
  Orders: "Orders, their payments, receipts and tickets.",
  Invoices: "Mexican electronic invoices (CFDI 4.0) of shipped orders.",
  Gate: "Ticket checks by a scanner at the entrance of an event.",
  Reviews: "What customers say of the shop.",
} as const;

/**
 * Who a call is made as.
 * - `none`: nobody in particular; a token that comes along changes nothing.
 * - `optional`: works without a session, and does more or counts differently with one.
 * - `session`: the session of a customer or of a guest.
 * - `account`: the session of a registered customer.
 * - `order`: the session of whoever placed the order, or the order's key (`?key=`).
 * - `scanner`: the key of a ticket scanner.
 */
export type Credentials = "none" | "optional" | "session" | "account" | "order" | "scanner";

/** A parameter of the path or a header, as the documentation shows it. */
export interface ParameterDoc {
  description: string;
  example: string;
}

/** One call of the API as data: what it takes, what it answers, who may see the answer. */
export interface Endpoint {
  summary: string;
  /** What it does to the shop, who may call it and what its answer depends on, for an integrator (Markdown). */
  description: string;
  tag: keyof typeof TAGS;
  credentials: Credentials;
  /** Whether the header `X-CODE` (a presale's access code) changes what it does. */
  accessCode?: "required" | "optional";
  /** Each parameter of the path. */
  params?: Readonly<Record<string, ParameterDoc>>;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** A body that is a file as it is, and not JSON. */
  file?: { description: string; contentTypes: readonly string[] };
  /** Headers of its own, and what they say. */
  headers?: Readonly<Record<string, ParameterDoc>>;
  response: z.ZodType;
  /** Of the answer when it is done: 200 unless it says otherwise; 204 has no body. */
  status?: 202 | 204;
  /** What the answer is where it is not JSON: then the handler makes it. */
  contentType?: "application/pdf";
  /** Public answers carry an ETag and may be cached; private ones are never stored. */
  cache: "public" | "private";
  /** Answers while the shop is closed for maintenance too. */
  isOpenAlways?: boolean;
  /** Takes an `Idempotency-Key` (rule API-2). */
  idempotent?: boolean;
  /** Codes of the refusals it may answer with, besides those that `documented-errors.ts` derives. */
  refusals?: readonly string[];
}
