import { useCallback } from "react";
import { useNavigate } from "react-router";
import { call } from "../../client.ts";
import type { Problem } from "../../../contract/problem.ts";
import { paths } from "../../paths.ts";
import { useSession } from "../../state/session.tsx";

/**
 * Returns a handler for the problem of an action. If the session has ended, or is too old for the action, the handler
 * deletes it in this browser, opens the sign-in page, and returns true. A session that is too old is also ended on the
 * server. The sign-in page explains the reason and then returns to `currentPath`. The pages store what the customer
 * typed, so that nothing is lost.
 */
export function useEndedSession(currentPath: string): (problem: Problem) => boolean {
  const { session, close } = useSession();
  const navigate = useNavigate();
  return useCallback(
    (problem) => {
      const isTooOld = problem.code === "SIGN_IN_AGAIN";
      if (problem.code !== "NOT_SIGNED_IN" && !isTooOld) return false;
      if (isTooOld) void call("logout", { token: session?.token });
      const endReason = isTooOld ? "tooOld" : "ended";
      close(endReason);
      void navigate(paths.loginAgain(currentPath, endReason));
      return true;
    },
    [session, close, navigate, currentPath],
  );
}
