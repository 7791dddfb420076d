import { useRef, useState } from "react";
import type { MenuEntry } from "../../../contract/catalog.ts";
import { call } from "../../client.ts";

/**
 * The whole category tree with its brands. It is not in the page's own data, so that the page stays small: `load`
 * requests it once, and again after a failure. Null until it is loaded.
 */
export function useMenu(): { tree: MenuEntry[] | null; load: () => void } {
  const [tree, setTree] = useState<MenuEntry[] | null>(null);
  const isRequested = useRef(false);
  const load = (): void => {
    if (isRequested.current) return;
    isRequested.current = true;
    void call("getCategoryMenu", {}).then((outcome) => {
      if (outcome.ok) setTree(outcome.data);
      else isRequested.current = false;
    });
  };
  return { tree, load };
}
