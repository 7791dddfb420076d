import type { CarrierRefusal } from "./carrier-provider.ts";

/** Patterns of Envia's messages, in Spanish or English. Envia has no codes for these errors. */
const MESSAGE_PATTERNS: readonly [RegExp, CarrierRefusal][] = [
  [/balance|saldo|insufficient|fondos/i, "no_balance"],
  [/postal|zip ?code|c\.?p\.? /i, "wrong_postal_code"],
  [/(?:street|calle|address|direcci[oó]n).*(?:long|length|characters|caracteres|exce|max)/i, "street_too_long"],
  [/no (?:coverage|service|rates?)|sin cobertura|not available|no disponible/i, "no_service"],
  [/authenticat|unauthorized|token|forbidden/i, "bad_credentials"],
];

export function classifyEnviaMessage(message: string): CarrierRefusal {
  return MESSAGE_PATTERNS.find(([pattern]) => pattern.test(message))?.[1] ?? "other";
}

/** Whether a refused cancellation means that the label was cancelled before (Envia's error 1115). */
export function isCancelledAlready(code: string, message: string): boolean {
  return code === "1115" || /already cancel|ya (?:est[aá] |fue )?cancel/i.test(message);
}
