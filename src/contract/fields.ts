import { z } from "zod";
import { phoneDigits } from "../domain/phone.ts";
import { isReadable, isReadableValue, UNREADABLE_TEXT } from "../domain/readable-text.ts";

/** An amount in pesos: a JSON number with at most two decimals. */
export const Pesos = z.number();
/** An instant: ISO 8601 in UTC. */
export const Instant = z.string().meta({ format: "date-time", example: "2026-11-21T18:00:00.000Z" });
/** Opaque, cannot be guessed. */
export const Id = z.string();

/** Every text of a request begins here: one that PostgreSQL could not keep is refused at its field. */
export function text(params?: { error: string }) {
  return z.string(params).refine(isReadable, { error: UNREADABLE_TEXT });
}

/** What a field says that takes several kinds of value, and got a text that cannot be kept. */
export function unionError(otherwise?: string) {
  return { error: ({ input }: { input?: unknown }) => (isReadableValue(input) ? otherwise : UNREADABLE_TEXT) };
}

/** A required text of one line: trimmed, its blanks single. */
export function requiredText(message: string, max = 120) {
  return text({ error: message })
    .transform(cleanText)
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
  return text()
    .transform(cleanText)
    .pipe(z.string().max(max, { error: `Escribe a lo más ${max} caracteres` }));
}

/** Ten digits, however people write them: spaces, dashes, +52. */
export const Phone = text({ error: "Escribe un teléfono de 10 dígitos" })
  .max(30, { error: "Escribe un teléfono de 10 dígitos" })
  .transform((typed, context) => {
    const digits = phoneDigits(typed);
    if (digits === null) context.addIssue({ code: "custom", message: "Escribe un teléfono de 10 dígitos" });
    return digits ?? "";
  });

/** Trimmed wherever a password is typed, so that one typed with a space behind it opens everywhere what it opened once. */
export const Password = text({ error: "Elige una contraseña" })
  .trim()
  .max(128, { error: "La contraseña es demasiado larga" });

/** `page` from 1, `size` capped at 50. */
export const Paging = {
  page: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000_000)
    .default(1)
    .meta({ description: "Which page, from 1. A page past the end is empty.", example: 1 }),
  size: z.coerce
    .number()
    .int()
    .min(1)
    .transform((size) => Math.min(size, 50))
    .default(12)
    .meta({ description: "Entries on a page; more than 50 count as 50.", example: 12 }),
};

export function pageOf<Doc extends z.ZodType>(doc: Doc) {
  return z.object({
    docs: z.array(doc).describe("The entries of this page."),
    page: z.number().describe("The page asked for, from 1."),
    totalPages: z.number().describe("Pages there are at this size."),
    totalDocs: z.number().describe("Entries on all pages together."),
  });
}

/** A filter or a mark from outside. */
export function plainText(max = 100) {
  return text().max(max).transform(cleanText);
}

/** A filter that may be given several times: any of its values is meant. */
export function anyOf(max = 20) {
  return z.union([z.array(plainText()).max(max), plainText().transform((one) => [one])], unionError()).optional();
}

/** Letters without a width, and those that turn the direction of what follows. */
const INVISIBLE = /[\u0085\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

function cleanText(typed: string): string {
  return typed.normalize("NFC").replace(INVISIBLE, " ").replace(/\s+/g, " ").trim();
}

/** Where mail can go, in lower case; empty or left out where there is none. */
const EMAIL_WRONG = { error: "Revisa el correo: le falta algo" };

export const Email = text(EMAIL_WRONG).trim().toLowerCase().max(254, EMAIL_WRONG).pipe(z.email(EMAIL_WRONG));

export const OptionalEmail = z
  .union([z.string().trim().pipe(z.literal("")), Email], unionError(EMAIL_WRONG.error))
  .nullish();
