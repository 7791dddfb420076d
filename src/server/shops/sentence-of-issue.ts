import type { z } from "zod";

/**
 * The Spanish text of a validation error, for the owner. The schema's own message if this function has no text for it.
 */
export function sentenceOfIssue(issue: z.core.$ZodIssue | undefined): string {
  if (!issue) return "No es un valor posible";
  const isText = "origin" in issue && issue.origin === "string";
  if (issue.code === "too_small") {
    if (isText && issue.minimum === 1) return "No lo dejes vacío";
    const minimumText = `${issue.inclusive === false ? "Más de" : "Al menos"} ${String(issue.minimum)}`;
    return isText ? `${minimumText} letras` : minimumText;
  }
  if (issue.code === "too_big") {
    const maximumText = `${issue.inclusive === false ? "Menos de" : "A lo más"} ${String(issue.maximum)}`;
    return isText ? `${maximumText} letras` : maximumText;
  }
  if (issue.code === "invalid_type" && issue.expected === "number") return "Escribe un número";
  if (issue.code === "invalid_type" && issue.expected === "int") return "Escribe un número entero";
  if (issue.code === "invalid_type" && issue.expected === "string") return "Escribe un texto";
  if (issue.code === "invalid_format" && issue.format === "email") return "Escribe un correo, p. ej. hola@mitienda.mx";
  // The last option of a union is its usual form, as in `"" | email`. The list of errors is empty if the `kind` of a
  // home section is unknown.
  if (issue.code === "invalid_union") return sentenceOfIssue(issue.errors.at(-1)?.[0]);
  return issue.message;
}
