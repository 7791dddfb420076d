import { useCallback } from "react";
import type { Problem } from "../../../contract/problem.ts";
import { paths } from "../../paths.ts";
import { useSession } from "../../state/session.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { useEndedSession } from "../login/use-ended-session.ts";

/**
 * Handles a session that ended during the checkout: a registered customer signs in and returns here, a guest goes on at
 * the first screen. The draft still has what they typed. The handler returns true if the problem was an ended session.
 */
export function useEndedCheckoutSession(): (problem: Problem) => boolean {
  const { session, close } = useSession();
  const handleEndedSession = useEndedSession(paths.checkout);
  const showToast = useToast();
  return useCallback(
    (problem) => {
      if (session?.type === "registered") return handleEndedSession(problem);
      // A presale code that is no longer valid also causes a 401.
      if (problem.code !== "NOT_SIGNED_IN") return false;
      close("ended");
      showToast("info", "Pasó demasiado tiempo", "Lo que escribiste sigue aquí: revisa tus datos y continúa.");
      return true;
    },
    [session, close, handleEndedSession, showToast],
  );
}
