import type { SizeSearchResult } from "../../../../server/catalog/find-sizes.ts";
import { officePaths } from "../../paths.ts";

/** Delays before each retry of a failed lookup, because a warehouse has places without reception. */
const RETRY_DELAYS_MS = [300, 1_000, 3_000];

/** The sizes that match a code or words (`findSizes`). Throws without a connection or a session. */
export async function fetchSizes(text: string): Promise<SizeSearchResult> {
  for (const delayMs of RETRY_DELAYS_MS) {
    const response = await fetchOnce(text).catch(() => undefined);
    if (response && response.status < 500) return readSizes(response);
    await new Promise((resolve) => setTimeout(resolve, delayMs));
  }
  return readSizes(await fetchOnce(text));
}

function fetchOnce(text: string): Promise<Response> {
  return fetch(officePaths.sizeSearch(text), { headers: { Accept: "application/json" } });
}

async function readSizes(response: Response): Promise<SizeSearchResult> {
  if (!response.ok) throw new Error(`sizes not found: ${response.status}`);
  return (await response.json()) as SizeSearchResult;
}
