import { useEffect, useRef } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";

/**
 * After a change of page its heading gets the focus, so that a screen reader reads it. The first page does not move the
 * focus. A list that is only filtered keeps the focus where it is, or moves it to the number of results if the focused
 * element is gone.
 */
export function RouteFocus() {
  const { pathname, search } = useLocation();
  const isBack = useNavigationType() === NavigationType.Pop;
  const previous = useRef({ pathname, search });
  useEffect(() => {
    const last = previous.current;
    previous.current = { pathname, search };
    if (last.pathname === pathname && last.search === search) return;
    if (last.pathname === pathname && placeOf(last.search) === placeOf(search)) {
      if (document.activeElement === document.body) focusOn("[data-results]");
      return;
    }
    // Back to a list: focus the link that was followed.
    const left = `main a[href=${JSON.stringify(last.pathname + last.search)}]`;
    focusOn(isBack ? left : "main h1", "main h1", "main");
  }, [pathname, search, isBack]);
  return null;
}

/** What makes a list another place, not only a filtered one. */
function placeOf(search: string): string {
  const query = new URLSearchParams(search);
  return `${query.get("category")} ${query.get("searchTerm")}`;
}

function focusOn(...selectors: string[]): void {
  const element = selectors.map((selector) => document.querySelector<HTMLElement>(selector)).find(Boolean);
  if (element && element.tabIndex < 0) element.tabIndex = -1;
  element?.focus({ preventScroll: true });
}
