import { refuse, type Refusal } from "../../domain/refusal.ts";

/** A refusal with the number of seconds to wait, sent as `Retry-After`. */
export type TooManyTries = Refusal<"too_many_requests"> & { retryAfterSeconds: number };

export function tooManyTries(retryAfterSeconds: number): TooManyTries {
  return { ...refuse("too_many_requests"), retryAfterSeconds };
}
