import { useCallback, useRef } from "react";
import { useLocation, useNavigate } from "react-router";

/**
 * Loads the page's data again and keeps what was typed. It navigates instead of using React Router's revalidator, whose
 * code would be loaded with every page of the shop too.
 */
export function useReload(): () => void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const currentPath = useRef("");
  currentPath.current = pathname + search;
  return useCallback(() => void navigate(currentPath.current, { replace: true, preventScrollReset: true }), [navigate]);
}
