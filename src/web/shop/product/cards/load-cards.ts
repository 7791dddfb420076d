import { paths } from "../../../paths.ts";
import type { CardProduct } from "../../product-card.tsx";

const TIMEOUT_MS = 15_000;

/** Fetches the cards of products by id. Null if the request fails. */
export function loadCards(ids: readonly string[]): Promise<CardProduct[] | null> {
  return fetchCards(ids, paths.productCards(ids));
}

/** Fetches the cards of the looks of these products (rule LOOK-3). Null if the request fails. */
export function loadLookCards(ids: readonly string[]): Promise<CardProduct[] | null> {
  return fetchCards(ids, `${paths.productCards(ids)}&look`);
}

async function fetchCards(ids: readonly string[], path: string): Promise<CardProduct[] | null> {
  if (ids.length === 0) return [];
  try {
    const response = await fetch(path, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return response.ok ? ((await response.json()) as CardProduct[]) : null;
  } catch {
    return null;
  }
}
