import { refuse, type Refusal } from "../../domain/refusal.ts";

/** "Not now": when to come back, in seconds, goes into the answer's `Retry-After`. */
export type TooManyTries = Refusal<"too_many_requests"> & { retryAfterSeconds: number };

export function tooManyTries(retryAfterSeconds: number): TooManyTries {
  return { ...refuse("too_many_requests"), retryAfterSeconds };
}
