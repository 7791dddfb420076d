import { z } from "zod";
import { phoneDigits } from "../domain/phone.ts";
import { refusalText } from "../domain/refusal-text.ts";
import { isStorableText, hasOnlyStorableTexts, UNSTORABLE_TEXT_ERROR } from "../domain/storable-text.ts";

/** An amount in pesos: a JSON number with at most two decimals. */
export const Pesos = z.number();
/** An instant: ISO 8601 in UTC. */
export const Instant = z.string().meta({ format: "date-time", example: "2026-11-21T18:00:00.000Z" });
/** An id. It is opaque and cannot be guessed. */
export const Id = z.string();

/** The base of the free text fields of requests: a text that PostgreSQL cannot store is refused at its field. */
export function text(params?: { error: string }) {
  return z.string(params).refine(isStorableText, { error: UNSTORABLE_TEXT_ERROR });
}

/** The error of a union: `UNSTORABLE_TEXT_ERROR` for a text that cannot be stored, `otherwise` for any other value. */
export function unionError(otherwise?: string) {
  return {
    error: ({ input }: { input?: unknown }) => (hasOnlyStorableTexts(input) ? otherwise : UNSTORABLE_TEXT_ERROR),
  };
}

/** A required text of one line: trimmed, with single spaces. */
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
  return textOrEmpty(max).nullish();
}

/** A text of one line in a form, which may be empty. `max` counts its characters after cleaning. */
export function textOrEmpty(max: number) {
  return text()
    .transform(cleanText)
    .pipe(z.string().max(max, { error: `Escribe a lo más ${max} caracteres` }));
}

export const WRONG_PHONE_MESSAGE = "Escribe un teléfono de 10 dígitos";

/** Ten digits, in any usual notation: spaces, dashes, +52. */
export const Phone = text({ error: WRONG_PHONE_MESSAGE })
  .max(30, { error: WRONG_PHONE_MESSAGE })
  .transform((typed, context) => {
    const digits = phoneDigits(typed);
    if (digits === null) context.addIssue({ code: "custom", message: WRONG_PHONE_MESSAGE });
    return digits ?? "";
  });

/** Trimmed in every form, so that a password typed with a trailing space is valid in all of them. */
export const Password = text({ error: refusalText("password_missing", "customer") })
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
    page: z.number().describe("The requested page, from 1."),
    totalPages: z.number().describe("The number of pages at this size."),
    totalDocs: z.number().describe("Entries on all pages together."),
  });
}

/**
 * A text of one line in a request, such as a filter, an id or a name, which may be empty. It is cut nowhere: `max`
 * counts the characters as they were typed. `textOrEmpty` counts them after cleaning, with an error for a form.
 */
export function oneLineText(max = 100) {
  return text().max(max).transform(cleanText);
}

/** A filter that may be given several times: any of its values matches. */
export function repeatableFilter(max = 20) {
  return z
    .union([z.array(oneLineText()).max(max), oneLineText().transform((value) => [value])], unionError())
    .optional();
}

/** Characters of zero width, line separators, and characters that change the direction of the following text. */
const INVISIBLE_CHARACTERS = /[\u0085\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

function cleanText(typed: string): string {
  return typed.normalize("NFC").replace(INVISIBLE_CHARACTERS, " ").replace(/\s+/g, " ").trim();
}

const WRONG_EMAIL_ERROR = { error: "Revisa el correo: le falta algo" };

/** An e-mail address. It is converted to lower case. */
export const Email = text(WRONG_EMAIL_ERROR)
  .trim()
  .toLowerCase()
  .max(254, WRONG_EMAIL_ERROR)
  .pipe(z.email(WRONG_EMAIL_ERROR));

/** An e-mail address that may be empty or omitted. */
export const OptionalEmail = z
  .union([z.string().trim().pipe(z.literal("")), Email], unionError(WRONG_EMAIL_ERROR.error))
  .nullish();
