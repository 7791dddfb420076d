import { useEffect, useRef } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";

/**
 * Moves the focus to the heading of a new page, so that a screen reader reads it. The first page does not move the
 * focus. Filtering a list does not move the focus either, except to the number of results if the focused element was
 * removed.
 */
export function RouteFocus() {
  const { pathname, search } = useLocation();
  const isPop = useNavigationType() === NavigationType.Pop;
  const previous = useRef({ pathname, search });
  useEffect(() => {
    const previousPage = previous.current;
    previous.current = { pathname, search };
    if (previousPage.pathname === pathname && previousPage.search === search) return;
    if (previousPage.pathname === pathname && listKeyOf(previousPage.search) === listKeyOf(search)) {
      if (document.activeElement === document.body) focusOn("[data-results]");
      return;
    }
    // After Back or Forward, the link to the page that the visitor came from gets the focus.
    const linkToPreviousPage = `main a[href=${JSON.stringify(previousPage.pathname + previousPage.search)}]`;
    focusOn(isPop ? linkToPreviousPage : "main h1", "main h1", "main");
  }, [pathname, search, isPop]);
  return null;
}

/** The category and search term of a list. The list is only filtered if they stay the same. */
function listKeyOf(search: string): string {
  const query = new URLSearchParams(search);
  return `${query.get("category")} ${query.get("searchTerm")}`;
}

function focusOn(...selectors: string[]): void {
  const element = selectors.map((selector) => document.querySelector<HTMLElement>(selector)).find(Boolean);
  if (element && element.tabIndex < 0) element.tabIndex = -1;
  element?.focus({ preventScroll: true });
}
