import { useEffect, useState } from "react";
import { useLocation } from "react-router";

const keyOf = (path: string) => `list:${path}`;

/** Stores the filters of this list for this tab, so that the link back from one of its rows leads to the same list. */
export function useStoreList(): void {
  const { pathname, search } = useLocation();
  useEffect(() => sessionStorage.setItem(keyOf(pathname), search), [pathname, search]);
}

/** The address of a list with its last filters in this tab. Before hydration it is the plain address. */
export function useLastList(to: string): string {
  const [query, setQuery] = useState("");
  useEffect(() => setQuery(to.includes("?") ? "" : (sessionStorage.getItem(keyOf(to)) ?? "")), [to]);
  return to + query;
}
