import type { z } from "zod";

/** One call of the API as data: what it takes, what it answers, who may see the answer. */
export interface Endpoint {
  summary: string;
  tag:
    | "Tienda"
    | "Catálogo"
    | "Carrito"
    | "Sesiones"
    | "Preventa"
    | "Lista de espera"
    | "Clientes"
    | "Pedidos"
    | "Puerta"
    | "Reseñas"
    | "Facturas";
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Headers of its own, and what they say. */
  headers?: Readonly<Record<string, string>>;
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
  /** Codes of the refusals it may answer with, besides 400, 404, 413, 415, 422, 429 and 503. */
  refusals?: readonly string[];
}
