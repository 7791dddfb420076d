import { useEffect, useState } from "react";
import { useLocation } from "react-router";

const keyOf = (path: string) => `list:${path}`;

/** Remembers, in this tab, what this list was asked for, so that the way back from one of its rows leads to the same. */
export function useKeptList(): void {
  const { pathname, search } = useLocation();
  useEffect(() => sessionStorage.setItem(keyOf(pathname), search), [pathname, search]);
}

/** The address of a list as it was last looked at here; as given until the browser has told. */
export function useLastList(to: string): string {
  const [kept, setKept] = useState("");
  useEffect(() => setKept(to.includes("?") ? "" : (sessionStorage.getItem(keyOf(to)) ?? "")), [to]);
  return to + kept;
}
