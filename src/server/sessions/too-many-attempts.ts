import { refuse, type Refusal } from "../../domain/refusal.ts";

/** A refusal with the number of seconds to wait, sent as `Retry-After`. */
export type TooManyAttempts = Refusal<"too_many_requests"> & { retryAfterSeconds: number };

export function tooManyAttempts(retryAfterSeconds: number): TooManyAttempts {
  return { ...refuse("too_many_requests"), retryAfterSeconds };
}
