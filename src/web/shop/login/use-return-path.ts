import { useEffect } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { useSession } from "../../state/session.tsx";
import { paths } from "../../paths.ts";
import { readReturnPath } from "../../read-return-path.ts";

/**
 * Redirects signed-in customers immediately to the path at which they continue after signing in (rule CUSTOMER-10).
 * Returns that path, which is always inside the shop.
 */
export function useRedirectWhenSignedIn(): string {
  const [query] = useSearchParams();
  const returnPath = readReturnPath(query.get("volver") ?? "") ?? "/";
  const { session } = useSession();
  const navigate = useNavigate();
  useEffect(() => {
    if (session?.type === "registered") void navigate(returnPath, { replace: true });
  }, [session, returnPath, navigate]);
  return returnPath;
}

/** Redirects visitors and guests to the sign-in page, which returns to `currentPath`. True for a signed-in customer. */
export function useRequiredSignIn(currentPath: string): boolean {
  const { session, endReason } = useSession();
  const navigate = useNavigate();
  const signInPath = endReason ? paths.loginAgain(currentPath, endReason) : paths.login(currentPath);
  const isSignedIn = session?.type === "registered";
  useEffect(() => {
    if (session !== undefined && !isSignedIn) void navigate(signInPath, { replace: true });
  }, [session, isSignedIn, signInPath, navigate]);
  return isSignedIn;
}
