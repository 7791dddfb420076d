import { z } from "zod";
import { phoneDigits } from "../domain/phone.ts";

/** An amount in pesos: a JSON number with at most two decimals. */
export const Pesos = z.number().meta({ description: "Pesos mexicanos, a lo más dos decimales", example: 499.5 });
/** An instant: ISO 8601 in UTC. */
export const Instant = z.string().meta({ format: "date-time", example: "2026-11-21T18:00:00.000Z" });
/** Opaque, cannot be guessed. */
export const Id = z.string().meta({ description: "Identificador opaco" });

/** A required text of one line: trimmed, no control characters. */
export function requiredText(message: string, max = 120) {
  return z
    .string({ error: message })
    .transform((text) => cleanText(text))
    .pipe(
      z
        .string()
        .min(1, { error: message })
        .max(max, { error: `Escribe a lo más ${max} caracteres` }),
    );
}

export function optionalText(max = 120) {
  return anyText(max).nullish();
}

/** One line, perhaps empty. */
export function anyText(max: number) {
  return z
    .string()
    .transform((text) => cleanText(text))
    .pipe(z.string().max(max, { error: `Escribe a lo más ${max} caracteres` }));
}

/** Ten digits, however people write them: spaces, dashes, +52. */
export const Phone = z
  .string({ error: "Escribe un teléfono de 10 dígitos" })
  .max(30, { error: "Escribe un teléfono de 10 dígitos" })
  .transform((typed, context) => {
    const digits = phoneDigits(typed);
    if (digits === null) context.addIssue({ code: "custom", message: "Escribe un teléfono de 10 dígitos" });
    return digits ?? "";
  });

/** Trimmed wherever a password is typed, so that one typed with a space behind it opens everywhere what it opened once. */
export const Password = z
  .string({ error: "Elige una contraseña" })
  .trim()
  .max(128, { error: "La contraseña es demasiado larga" });

/** `page` from 1, `size` capped at 50 (api.md, Lists). */
export const Paging = {
  page: z.coerce.number().int().min(1).max(1_000_000_000).default(1),
  size: z.coerce
    .number()
    .int()
    .min(1)
    .transform((size) => Math.min(size, 50))
    .default(12),
};

export function pageOf<Doc extends z.ZodType>(doc: Doc) {
  return z.object({ docs: z.array(doc), page: z.number(), totalPages: z.number(), totalDocs: z.number() });
}

/** A filter or a mark from outside: no control characters, which PostgreSQL would choke on. */
export function plainText(max = 100) {
  return z.string().max(max).transform(cleanText);
}

/** A filter that may be given several times: any of its values is meant. */
export function anyOf(max = 20) {
  return z.union([z.array(plainText()).max(max), plainText().transform((one) => [one])]).optional();
}

// oxlint-disable-next-line no-control-regex -- control characters are exactly what must not get in
const CONTROL = /[\u0000-\u001f\u007f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

function cleanText(text: string): string {
  return text.toWellFormed().normalize("NFC").replace(CONTROL, " ").replace(/\s+/g, " ").trim();
}

/** Where mail can go, in lower case; empty or left out where there is none. */
const EMAIL_WRONG = { error: "Revisa el correo: le falta algo" };

export const Email = z.string(EMAIL_WRONG).trim().toLowerCase().max(254, EMAIL_WRONG).pipe(z.email(EMAIL_WRONG));

export const OptionalEmail = z.union([z.string().trim().pipe(z.literal("")), Email], EMAIL_WRONG).nullish();
