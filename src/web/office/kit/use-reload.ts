import { useCallback, useRef } from "react";
import { useLocation, useNavigate } from "react-router";

/**
 * Asks for the page's data again, where it is: what was typed stays. By a navigation and not by React Router's revalidator,
 * whose code would come with every page of the shop, too.
 */
export function useReload(): () => void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const here = useRef("");
  here.current = pathname + search;
  return useCallback(() => void navigate(here.current, { replace: true, preventScrollReset: true }), [navigate]);
}
