import type { Problem } from "../../contract/problem.ts";
import { TITLES } from "./problems.ts";
import { REFUSALS, refusalSentence, type RefusalCode } from "./refusals.ts";

/** What a sentence names in braces, as the examples have it. */
const FIGURES = { pieces: 60, lines: 30, orders: 3 };
const FACTS: Record<string, string> = { day: "31 de diciembre de 2026", rfc: "LOG…K5" };

/** Of codes that no use case refuses with: the status and a sentence. */
const COMMON: Record<string, readonly [status: number, detail: string]> = {
  MALFORMED: [400, "La petición no es JSON válido."],
  IDEMPOTENCY_KEY_INVALID: [400, "La llave es demasiado larga."],
  NOT_SIGNED_IN: [401, "Tu sesión terminó. Inicia sesión de nuevo."],
  TOO_LARGE: [413, "La petición es demasiado grande."],
  NOT_JSON: [415, "Manda los datos como application/json."],
  IDEMPOTENCY_MISMATCH: [422, "Esta llave ya se usó con otros datos."],
  VALIDATION_FAILED: [422, "Escribe un teléfono de 10 dígitos"],
  UNAVAILABLE: [503, "La tienda está muy ocupada o en mantenimiento. Intenta de nuevo en un momento."],
  MAINTENANCE: [503, "Estamos en mantenimiento. Volvemos pronto."],
};

/** An example of the problem of each code that the documentation names. Throws for a code that nothing answers with. */
export function problemExample(code: string): Problem {
  const refused = (Object.keys(REFUSALS) as RefusalCode[]).find((name) => REFUSALS[name][1] === code);
  const common = COMMON[code];
  if (!common && !refused) throw new Error(`no example for ${code}`);
  const [status, detail] = common ?? [REFUSALS[refused!][0], sentence(refused!)];
  const errors = code === "VALIDATION_FAILED" ? { errors: [{ path: "phone", message: detail }] } : {};
  return { type: "about:blank", title: TITLES[status]!, status, code, detail, ...errors };
}

function sentence(refused: RefusalCode): string {
  return refusalSentence({ refused, ...FIGURES }).replaceAll(/\{(\w+)\}/g, (name, key: string) => FACTS[key] ?? name);
}
