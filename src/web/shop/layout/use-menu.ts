import { useRef, useState } from "react";
import type { MenuEntry } from "../../../contract/catalog.ts";
import { call } from "../../client.ts";

/**
 * The whole tree with its brands, fetched the first time somebody reaches for a menu: the page itself stays light. Null
 * until it is there; after a failure the next reach asks again.
 */
export function useMenu(): { tree: MenuEntry[] | null; load: () => void } {
  const [tree, setTree] = useState<MenuEntry[] | null>(null);
  const asked = useRef(false);
  const load = (): void => {
    if (asked.current) return;
    asked.current = true;
    void call("getCategoryMenu", {}).then((outcome) => {
      if (outcome.ok) setTree(outcome.data);
      else asked.current = false;
    });
  };
  return { tree, load };
}
