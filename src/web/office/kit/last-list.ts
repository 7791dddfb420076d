import { useEffect, useState } from "react";
import { useLocation } from "react-router";

const storageKeyOf = (path: string) => `list:${path}`;

/** Stores the filters of this list for this tab, so that the back link of a row's page leads to the same list. */
export function useStoreListFilters(): void {
  const { pathname, search } = useLocation();
  useEffect(() => {
    storeReferrerFilters();
    sessionStorage.setItem(storageKeyOf(pathname), search);
  }, [pathname, search]);
}

let isReferrerStored = false;

/**
 * Stores the filters of the list that linked to this document. A list whose row is opened before hydration does not
 * store them itself, and the browser loads a new document.
 */
function storeReferrerFilters(): void {
  if (isReferrerStored) return;
  isReferrerStored = true;
  const referrer = URL.parse(document.referrer);
  if (referrer?.origin === location.origin) sessionStorage.setItem(storageKeyOf(referrer.pathname), referrer.search);
}

/** The URL of a list with its last filters in this tab; without them before hydration. A `to` with a query is kept. */
export function useLastListUrl(to: string): string {
  const [query, setQuery] = useState("");
  useEffect(() => {
    storeReferrerFilters();
    setQuery(to.includes("?") ? "" : (sessionStorage.getItem(storageKeyOf(to)) ?? ""));
  }, [to]);
  return to + query;
}
