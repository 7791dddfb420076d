import { useCallback } from "react";
import { useNavigate } from "react-router";
import { call } from "../../client.ts";
import type { Problem } from "../../../contract/problem.ts";
import { paths } from "../../paths.ts";
import { useSession } from "../../state/session.tsx";

/**
 * For a session that ended during an action, or one too old for it: the sign-in page explains it, and leads back
 * `here`, where what was typed is still stored.
 */
export function useEndedSession(here: string): (problem: Problem) => boolean {
  const { session, close } = useSession();
  const navigate = useNavigate();
  return useCallback(
    (problem) => {
      const isTooOld = problem.code === "SIGN_IN_AGAIN";
      if (problem.code !== "NOT_SIGNED_IN" && !isTooOld) return false;
      if (isTooOld) void call("logout", { token: session?.token });
      const ending = isTooOld ? "tooOld" : "ended";
      close(ending);
      void navigate(paths.loginAgain(here, ending));
      return true;
    },
    [session, close, navigate, here],
  );
}
