import { paths } from "../../../paths.ts";
import type { CardProduct } from "../../product-card.tsx";

const TIMEOUT_MS = 15_000;

/** Fetches the cards of products by id. Null if the request fails. */
export async function loadCards(ids: readonly string[]): Promise<CardProduct[] | null> {
  if (ids.length === 0) return [];
  try {
    const response = await fetch(paths.productCards(ids), { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return response.ok ? ((await response.json()) as CardProduct[]) : null;
  } catch {
    return null;
  }
}
