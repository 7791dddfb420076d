import type { Session } from "../../contract/sessions.ts";
import { call } from "../client.ts";

/**
 * Exchanges the stored token for a new one. One tab at a time: a token may be exchanged once, and a tab that waited
 * uses the token that the other tab got. A customer who signed out in the meantime stays signed out. "ended": the
 * server no longer accepts the token; "unknown": there was no answer.
 */
export async function renewSession(
  storedToken: () => string | null,
  store: (session: Session) => void,
): Promise<"renewed" | "ended" | "unknown"> {
  const renew = async (): Promise<"renewed" | "ended" | "unknown"> => {
    const token = storedToken();
    if (!token) return "ended";
    const outcome = await call("refreshSession", { body: { token } });
    if (outcome.ok) {
      if (storedToken() === token) store(outcome.data);
      else void call("logout", { token: outcome.data.access_token });
      return "renewed";
    }
    return outcome.problem.status === 401 ? "ended" : "unknown";
  };
  return "locks" in navigator ? navigator.locks.request("escaparate.session", renew) : renew();
}
