import type { z } from "zod";
import type { Problem } from "../../contract/problem.ts";
import type { Refusal } from "../../domain/refusal.ts";
import { ServiceUnavailable } from "../../domain/service-unavailable.ts";
import { REFUSALS, REFUSED_FIELD, refusalSentence, type WireRefusalName } from "./refusals.ts";

export const PROBLEM_TITLES: Record<number, string> = {
  400: "Petición mal formada",
  401: "Sin sesión",
  403: "No permitido",
  404: "No encontrado",
  405: "Método no permitido",
  409: "En conflicto con el estado actual",
  413: "Demasiado grande",
  415: "Formato no admitido",
  422: "Datos inválidos",
  429: "Demasiadas peticiones",
  500: "Error nuestro",
  503: "No disponible por ahora",
};

/** Problems that any call may get, and that are not refusals of a use case: status and sentence by code. */
export const COMMON_PROBLEMS = {
  MALFORMED: [400, "La petición no es JSON válido."],
  IDEMPOTENCY_KEY_INVALID: [400, "La llave es demasiado larga."],
  NOT_SIGNED_IN: [401, "Tu sesión terminó. Inicia sesión de nuevo."],
  TOO_LARGE: [413, "La petición es demasiado grande."],
  NOT_JSON: [415, "Manda los datos como application/json."],
  IDEMPOTENCY_MISMATCH: [422, "Esta llave ya se usó con otros datos."],
  UNAVAILABLE: [503, "La tienda está muy ocupada o en mantenimiento. Intenta de nuevo en un momento."],
  MAINTENANCE: [503, "Estamos en mantenimiento. Volvemos pronto."],
} as const satisfies Record<string, readonly [status: number, detail: string]>;

/** The Retry-After header of every 503, in seconds, unless the caller sets another value. */
const RETRY_AFTER_SECONDS = "2";

interface ProblemExtras {
  errors?: Problem["errors"];
  message?: string;
  detailMessage?: string;
  headers?: Record<string, string>;
}

/** A response of type `application/problem+json` (RFC 9457). */
export function problem(status: number, code: string, detail: string, extras: ProblemExtras = {}): Response {
  const body: Problem = { type: "about:blank", title: PROBLEM_TITLES[status] ?? "Error", status, code, detail };
  if (extras.errors) body.errors = extras.errors;
  if (extras.message) body.message = extras.message;
  if (extras.detailMessage) body.detailMessage = extras.detailMessage;
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      "Content-Type": "application/problem+json; charset=utf-8",
      "Cache-Control": "no-store",
      ...(status === 503 && { "Retry-After": RETRY_AFTER_SECONDS }),
      ...extras.headers,
    },
  });
}

export function commonProblem(code: keyof typeof COMMON_PROBLEMS, extras?: ProblemExtras): Response {
  const [status, detail] = COMMON_PROBLEMS[code];
  return problem(status, code, detail, extras);
}

export function refusalProblem({ refused, ...refusalDetails }: Refusal & { retryAfterSeconds?: number }): Response {
  const [status, code] = REFUSALS[refused as WireRefusalName];
  const detail = refusalSentence({ refused, ...refusalDetails });
  const path = REFUSED_FIELD[refused as WireRefusalName];
  return problem(status, code, detail, {
    ...(path ? { errors: [{ path, message: detail }] } : {}),
    ...(refusalDetails.retryAfterSeconds
      ? { headers: { "Retry-After": String(refusalDetails.retryAfterSeconds) } }
      : {}),
  });
}

export function invalidProblem(error: z.ZodError): Response {
  const errors = error.issues.map((issue) => ({ path: issue.path.join("."), message: issue.message }));
  return problem(422, "VALIDATION_FAILED", errors[0]?.message ?? "Revisa los datos.", { errors });
}

export function malformedUrlProblem(): Response {
  return problem(400, "MALFORMED", "La dirección está mal escrita.");
}

/**
 * Whether PostgreSQL refused a text that it cannot store (character_not_in_repertoire, untranslatable_character). This
 * is the caller's error.
 */
export function isUnreadableTextError(error: unknown): boolean {
  const { code, cause } = error as { code?: string; cause?: unknown };
  return code === "22021" || code === "22P05" || (cause !== undefined && isUnreadableTextError(cause));
}

export function unavailableProblem(): Response {
  return commonProblem("UNAVAILABLE");
}

export function internalProblem(requestId: string): Response {
  return problem(500, "INTERNAL", `Algo falló de nuestro lado. Si sigue así, dinos este número: ${requestId}.`);
}

/**
 * Connection lost, refused or not available, server starting, stopping or read-only until its promotion, too many
 * connections or file descriptors, no space, a deadlock, a serialization failure, or a timeout of a lock or statement:
 * the shop may recover within moments (PostgreSQL manual, Appendix A).
 */
const TRANSIENT_CODES =
  /^(08|53|57P|55P03|57014|40001|40P01|25P03|25006|ECONN|EMFILE|ENFILE|ENOENT|ENOSPC|EPIPE|ETIMEDOUT)/;
const TRANSIENT_MESSAGES =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|connection timeout|Client has encountered a connection error/i;

/** Whether a retry may succeed in a moment: such a failure is answered as 503, any other as 500. */
export function isTransient(error: unknown): boolean {
  if (error instanceof ServiceUnavailable) return true;
  const { code, message, cause } = error as { code?: string; message?: string; cause?: unknown };
  if (code && TRANSIENT_CODES.test(code)) return true;
  if (message && TRANSIENT_MESSAGES.test(message)) return true;
  return cause !== undefined && isTransient(cause);
}
