import type { Session } from "../../contract/sessions.ts";
import { call } from "../client.ts";

/**
 * Exchanges the stored token for a new one. One tab at a time: a token may be exchanged once, and the tab that waited
 * takes the one its neighbour got. Who signed out meanwhile stays out. "ended": the server knows the token no more;
 * "unknown": it could not be asked.
 */
export async function renewSession(
  storedToken: () => string | null,
  keep: (session: Session) => void,
): Promise<"renewed" | "ended" | "unknown"> {
  const renew = async (): Promise<"renewed" | "ended" | "unknown"> => {
    const token = storedToken();
    if (!token) return "ended";
    const outcome = await call("refreshSession", { body: { token } });
    if (outcome.ok) {
      if (storedToken() === token) keep(outcome.data);
      else void call("logout", { token: outcome.data.access_token });
      return "renewed";
    }
    return outcome.problem.status === 401 ? "ended" : "unknown";
  };
  return "locks" in navigator ? navigator.locks.request("escaparate.session", renew) : renew();
}
