import { useEffect } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { useSession } from "../../state/session.tsx";
import { paths } from "../../paths.ts";

/**
 * Where to continue after signing in, only inside the shop. Signed-in customers are redirected there immediately (rule
 * CUSTOMER-10).
 */
export function useReturnAddress(): string {
  const [query] = useSearchParams();
  const requested = query.get("volver") ?? "/";
  const back = /^\/(?![/\\])/.test(requested) ? requested : "/";
  const { session } = useSession();
  const navigate = useNavigate();
  useEffect(() => {
    if (session?.type === "registered") void navigate(back, { replace: true });
  }, [session, back, navigate]);
  return back;
}

/** Redirects visitors and guests to the sign-in page, and back here afterwards. True for a signed-in customer. */
export function useRequiredSignIn(here: string): boolean {
  const { session, ending } = useSession();
  const navigate = useNavigate();
  const signIn = ending ? paths.loginAgain(here, ending) : paths.login(here);
  const isIn = session?.type === "registered";
  useEffect(() => {
    if (session !== undefined && !isIn) void navigate(signIn, { replace: true });
  }, [session, isIn, signIn, navigate]);
  return isIn;
}
