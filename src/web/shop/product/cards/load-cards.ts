import { paths } from "../../../paths.ts";
import type { CardProduct } from "../../product-card.tsx";

const TIMEOUT_MS = 15_000;

/** The cards of products that the browser knows by id. Null if the shop did not answer. */
export async function loadCards(ids: readonly string[]): Promise<CardProduct[] | null> {
  if (ids.length === 0) return [];
  try {
    const answer = await fetch(paths.productCards(ids), { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return answer.ok ? ((await answer.json()) as CardProduct[]) : null;
  } catch {
    return null;
  }
}
