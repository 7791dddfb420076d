import { useCallback } from "react";
import { useNavigate } from "react-router";
import type { Problem } from "../../../contract/problem.ts";
import { paths } from "../../paths.ts";
import { useSession } from "../../state/session.tsx";

/** A session that ended while something was being done: says so at the door, and comes back `here`. */
export function useEndedSession(here: string): (problem: Problem) => boolean {
  const { close } = useSession();
  const navigate = useNavigate();
  return useCallback(
    (problem) => {
      if (problem.status !== 401) return false;
      close(true);
      void navigate(paths.loginAgain(here));
      return true;
    },
    [close, navigate, here],
  );
}
