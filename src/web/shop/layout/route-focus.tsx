import { useEffect, useRef } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";

/**
 * Moves the focus to the heading of a new page, so that a screen reader reads it. After Back or Forward it moves to the
 * link to the page that was left, if there is one. The focus is not moved on the first page. When a list is filtered,
 * it moves to the number of results, but only if the focused element was removed.
 */
export function RouteFocus() {
  const { pathname, search } = useLocation();
  const isPop = useNavigationType() === NavigationType.Pop;
  const previousPageRef = useRef({ pathname, search });
  useEffect(() => {
    const previousPage = previousPageRef.current;
    previousPageRef.current = { pathname, search };
    if (previousPage.pathname === pathname && previousPage.search === search) return;
    if (previousPage.pathname === pathname && listKeyOf(previousPage.search) === listKeyOf(search)) {
      if (document.activeElement === document.body) focusFirstMatch("[data-results]");
      return;
    }
    // After Back or Forward, the link to the page that the visitor came from gets the focus.
    const previousPageLinkSelector = `main a[href=${JSON.stringify(previousPage.pathname + previousPage.search)}]`;
    focusFirstMatch(isPop ? previousPageLinkSelector : "main h1", "main h1", "main");
  }, [pathname, search, isPop]);
  return null;
}

/** The category and search term of a list. If both stay the same it is the same list: only its
 * filters, order or page changed. */
function listKeyOf(search: string): string {
  const query = new URLSearchParams(search);
  return `${query.get("category")} ${query.get("searchTerm")}`;
}

function focusFirstMatch(...selectors: string[]): void {
  const element = selectors.map((selector) => document.querySelector<HTMLElement>(selector)).find(Boolean);
  if (element && element.tabIndex < 0) element.tabIndex = -1;
  element?.focus({ preventScroll: true });
}
