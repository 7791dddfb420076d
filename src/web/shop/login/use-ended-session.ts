import { useCallback } from "react";
import { useNavigate } from "react-router";
import { call } from "../../client.ts";
import type { Problem } from "../../../contract/problem.ts";
import { paths } from "../../paths.ts";
import { useSession } from "../../state/session.tsx";

/**
 * Handles a session that ended during an action, or that is too old for it: deletes it in this browser, ends a too old
 * one on the server, and opens the sign-in page, which explains the reason and returns to `currentPath` afterwards.
 * Pages store what the customer typed, so that it is still there. The handler returns true for such a problem.
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
