import { useRef, useState } from "react";
import type { MenuEntry } from "../../../contract/catalog.ts";
import { call } from "../../client.ts";

/**
 * The whole category tree with its brands. It is loaded when a visitor first opens a menu, so that the page stays
 * small. Null until it is loaded. After a failure the next opening tries again.
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
