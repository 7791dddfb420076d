// oxlint-disable-next-line no-restricted-imports -- types only: no code of zod is loaded in the browser
import type { z } from "zod";
import type { Contract } from "../contract/api.ts";
import type { OPERATIONS, OperationName } from "../contract/operations.ts";
import type { Problem } from "../contract/problem.ts";

type Params<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { [K in Name]: string } & Params<Rest>
  : unknown;
type RequestPart<Name extends OperationName, Key extends string> =
  Contract[Name] extends Record<Key, infer Schema extends z.ZodType> ? z.input<Schema> : never;
type BodyOption<T> = [T] extends [never] ? { body?: undefined } : { body: T };

export type CallOptions<Name extends OperationName> =
  Params<(typeof OPERATIONS)[Name]> extends infer P
    ? (keyof P extends never ? { params?: undefined } : { params: P }) &
        BodyOption<RequestPart<Name, "body">> & {
          query?: RequestPart<Name, "query">;
          /** A repeated call with the same key gets the answer of the first. */
          idempotencyKey?: string;
          token?: string | null;
          /** The secret of the visitor whose place in the waiting room is requested. */
          visitor?: string;
          signal?: AbortSignal;
          /** For operations that are known to be slow. */
          timeoutMs?: number;
        }
    : never;

export type AnswerOf<Name extends OperationName> = z.output<Contract[Name]["response"]>;

/** The result of a call: its answer, or a problem with a sentence to show. */
export type Outcome<Name extends OperationName> = { ok: true; data: AnswerOf<Name> } | { ok: false; problem: Problem };

/**
 * Calls the API from the browser. It never throws: a network failure, a timeout and an invalid answer are problems too.
 * Its code is loaded with the first call, so visitors who only browse do not load it.
 */
export async function call<Name extends OperationName>(name: Name, options: CallOptions<Name>): Promise<Outcome<Name>> {
  try {
    const { callOperation } = await import("./call-operation.ts");
    return await callOperation(name, options);
  } catch {
    return { ok: false, problem: makeNoAnswerProblem(0) };
  }
}

/** The problem to show when no valid answer arrived. Status 0 means no answer at all. */
export function makeNoAnswerProblem(status: number): Problem {
  const detail =
    status === 0
      ? "No pudimos comunicarnos con la tienda. Revisa tu conexión e intenta de nuevo."
      : "La tienda no pudo contestar. Intenta de nuevo en un momento.";
  return { type: "about:blank", title: "Sin respuesta", status, code: "NO_ANSWER", detail };
}
