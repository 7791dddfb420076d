// oxlint-disable-next-line no-restricted-imports -- types only: nothing of zod reaches the browser
import type { z } from "zod";
import type { Contract } from "../contract/api.ts";
import type { OPERATIONS, OperationName } from "../contract/operations.ts";
import type { Problem } from "../contract/problem.ts";

type Params<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { [K in Name]: string } & Params<Rest>
  : unknown;
type Field<Name extends OperationName, Key extends string> =
  Contract[Name] extends Record<Key, infer Schema extends z.ZodType> ? z.input<Schema> : never;
type Optional<T> = [T] extends [never] ? { body?: undefined } : { body: T };

export type CallOptions<Name extends OperationName> =
  Params<(typeof OPERATIONS)[Name]> extends infer P
    ? (keyof P extends never ? { params?: undefined } : { params: P }) &
        Optional<Field<Name, "body">> & {
          query?: Field<Name, "query">;
          /** Makes a repeat of the call answer what the first did. */
          idempotencyKey?: string;
          token?: string | null;
          /** Whose place in the waiting room is asked for. */
          visitor?: string;
          signal?: AbortSignal;
          /** How long an answer may take, for what is known to be slow. */
          waitMs?: number;
        }
    : never;

export type AnswerOf<Name extends OperationName> = z.output<Contract[Name]["response"]>;

/** What a call came to: its answer, or the problem with a sentence to show. */
export type Outcome<Name extends OperationName> = { ok: true; data: AnswerOf<Name> } | { ok: false; problem: Problem };

/**
 * Calls the API from the browser. Never throws: no network, no answer in time and nonsense are problems too. The code
 * that does it comes with the first call: who only looks around needs none.
 */
export async function call<Name extends OperationName>(name: Name, options: CallOptions<Name>): Promise<Outcome<Name>> {
  try {
    const { callOperation } = await import("./call.ts");
    return await callOperation(name, options);
  } catch {
    return { ok: false, problem: noAnswer(0) };
  }
}

/** What the shopper is told where nothing of use came back; status 0: nothing at all. */
export function noAnswer(status: number): Problem {
  const detail =
    status === 0
      ? "No pudimos comunicarnos con la tienda. Revisa tu conexión e intenta de nuevo."
      : "La tienda no pudo contestar. Intenta de nuevo en un momento.";
  return { type: "about:blank", title: "Sin respuesta", status, code: "NO_ANSWER", detail };
}
