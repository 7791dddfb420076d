import { useEffect } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { useSession } from "../../state/session.tsx";
import { paths } from "../../paths.ts";

/** Where to go on after signing in: only ever inside the shop. Who is signed in already goes there at once (spec §2). */
export function useWayBack(): string {
  const [query] = useSearchParams();
  const asked = query.get("volver") ?? "/";
  const back = /^\/(?![/\\])/.test(asked) ? asked : "/";
  const { session } = useSession();
  const navigate = useNavigate();
  useEffect(() => {
    if (session?.type === "registered") void navigate(back, { replace: true });
  }, [session, back, navigate]);
  return back;
}

/** Sends strangers and guests to the door, and back here afterwards; true once somebody is in. */
export function useMustSignIn(here: string): boolean {
  const { session, ending } = useSession();
  const navigate = useNavigate();
  const door = ending ? paths.loginAgain(here, ending) : paths.login(here);
  const isIn = session?.type === "registered";
  useEffect(() => {
    if (session !== undefined && !isIn) void navigate(door, { replace: true });
  }, [session, isIn, door, navigate]);
  return isIn;
}
