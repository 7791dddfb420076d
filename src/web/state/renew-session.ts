import type { Session } from "../../contract/sessions.ts";
import { call } from "../client.ts";

/**
 * Exchanges the stored token for a new one. Tabs do so one at a time if the browser supports locks, because the session
 * ends if a token is used some time after its successor was first used. A tab that waited exchanges the new token of
 * the other tab. A customer who signed out in the meantime stays signed out: the new token is not stored, and its
 * session is ended.
 * "ended" means that no token is stored or that the server no longer accepts it, "unknown" that the exchange failed for
 * another reason.
 */
export async function renewSession(
  readStoredToken: () => string | null,
  store: (session: Session) => void,
): Promise<"renewed" | "ended" | "unknown"> {
  const renew = async (): Promise<"renewed" | "ended" | "unknown"> => {
    const token = readStoredToken();
    if (!token) return "ended";
    const outcome = await call("refreshSession", { body: { token } });
    if (outcome.ok) {
      if (readStoredToken() === token) store(outcome.data);
      else void call("logout", { token: outcome.data.access_token });
      return "renewed";
    }
    return outcome.problem.status === 401 ? "ended" : "unknown";
  };
  return "locks" in navigator ? navigator.locks.request("escaparate.session", renew) : renew();
}
