import type { CarrierRefusal } from "./carrier-provider.ts";

/** Patterns of Skydropx's messages, in Spanish or English. Skydropx has no codes for these errors. */
const MESSAGE_PATTERNS: readonly [RegExp, CarrierRefusal][] = [
  [/cr[eé]dito|credit|saldo|balance|insufficient|insuficiente|fondos/i, "no_balance"],
  [/postal/i, "wrong_postal_code"],
  [/(?:street|calle|direcci[oó]n).*(?:larg|long|length|characters|caracteres|exce|max)/i, "street_too_long"],
  [/coverage|cobertura|carrier.*(?:not|no )|paqueter[ií]a no|rate.*(?:not found|no )|tarifa no/i, "no_service"],
  [/invalid_client|unauthorized|no autorizad|token/i, "bad_credentials"],
];

export function classifySkydropxMessage(message: string): CarrierRefusal {
  return MESSAGE_PATTERNS.find(([pattern]) => pattern.test(message))?.[1] ?? "other";
}

/**
 * The texts of an error, each after the name of its field, if that is not a general one such as `errors` or `message`:
 * `{"errors":{"phone":["no es válido"]}}` is "phone no es válido".
 */
export function textsOfError(value: unknown, depth = 0): string {
  if (typeof value === "string") return value;
  if (depth > 5 || typeof value !== "object" || value === null) return "";
  if (Array.isArray(value)) return value.map((item) => textsOfError(item, depth + 1)).join(", ");
  return Object.entries(value)
    .map(([key, fieldValue]) => {
      const text = textsOfError(fieldValue, depth + 1);
      return text === "" || /^(?:errors?|message|error_message|error_message_detail|base|\d+)$/.test(key)
        ? text
        : `${key} ${text}`;
    })
    .filter(Boolean)
    .join("; ");
}
