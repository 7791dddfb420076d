import { STORAGE_KEY, writeStored } from "./storage.ts";

/**
 * Whether this visitor chose wholesale prices (rule CATALOG-7). Before hydration the boot script sets the attribute
 * that this function reads.
 */
export const isWholesaleChosen = (): boolean => "wholesale" in document.documentElement.dataset;

export function chooseWholesale(isChosen: boolean): void {
  writeStored(STORAGE_KEY.wholesale, isChosen ? "1" : null);
  document.documentElement.toggleAttribute("data-wholesale", isChosen);
}
