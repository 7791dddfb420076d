import { API } from "../../contract/api.ts";
import type { Credentials, Endpoint } from "../../contract/endpoint.ts";
import { OPERATIONS, splitOperation, type OperationName } from "../../contract/operations.ts";
import { REFUSALS } from "./refusals.ts";

/** The HTTP status of each refusal code. */
const STATUS_BY_CODE = new Map<string, number>([
  ["NOT_SIGNED_IN", 401],
  ...Object.values(REFUSALS).map(([status, code]): [string, number] => [code, status]),
]);

/**
 * The credentials for which an invalid token is refused, and a missing one too if it is required. Elsewhere an invalid
 * token counts as none.
 */
const SESSION_CREDENTIALS: ReadonlySet<Credentials> = new Set(["session", "account", "order"]);

/**
 * The errors that an operation may answer with: codes by status. They include those of every call: a malformed URL, too
 * many calls, an overloaded shop.
 */
export function listDocumentedErrors(name: OperationName): Map<number, string[]> {
  const endpoint: Endpoint = API[name];
  const { path } = splitOperation(name);
  const errors = new Map<number, Set<string>>();
  const add = (status: number, ...codes: string[]): void => {
    for (const code of codes) errors.set(status, (errors.get(status) ?? new Set()).add(code));
  };
  add(400, "MALFORMED");
  add(429, "TOO_MANY_REQUESTS");
  add(503, "UNAVAILABLE");
  if (!endpoint.isOpenDuringMaintenance) add(503, "MAINTENANCE");
  if (path.includes("{")) add(404, "NOT_FOUND");
  if (SESSION_CREDENTIALS.has(endpoint.credentials)) add(401, "NOT_SIGNED_IN");
  if (endpoint.query) add(422, "VALIDATION_FAILED");
  if (endpoint.body) {
    add(413, "TOO_LARGE");
    add(415, "NOT_JSON");
    add(422, "VALIDATION_FAILED");
  }
  if (endpoint.idempotent) {
    add(400, "IDEMPOTENCY_KEY_INVALID");
    add(422, "IDEMPOTENCY_MISMATCH");
  }
  for (const code of endpoint.refusals ?? []) {
    const status = STATUS_BY_CODE.get(code);
    if (status === undefined) throw new Error(`${name} documents ${code}, which is not a refusal code`);
    add(status, code);
  }
  return new Map([...errors].toSorted(([a], [b]) => a - b).map(([status, codes]) => [status, [...codes]]));
}

export const OPERATION_NAMES = Object.keys(OPERATIONS) as OperationName[];
