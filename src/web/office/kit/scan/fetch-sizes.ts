import type { SizeSearch } from "../../../../server/catalog/find-sizes.ts";
import { officePaths } from "../../paths.ts";

/** Delays before each retry of a failed lookup, because a warehouse has places without reception. */
const RETRY_AFTER_MS = [300, 1_000, 3_000];

/** The sizes that match a code or words (`findSizes`). Throws without a connection or a session. */
export async function fetchSizes(text: string): Promise<SizeSearch> {
  for (const delayMs of RETRY_AFTER_MS) {
    const answer = await fetchOnce(text).catch(() => undefined);
    if (answer && answer.status < 500) return readSizes(answer);
    await new Promise((resolve) => setTimeout(resolve, delayMs));
  }
  return readSizes(await fetchOnce(text));
}

function fetchOnce(text: string): Promise<Response> {
  return fetch(officePaths.findSizes(text), { headers: { Accept: "application/json" } });
}

async function readSizes(answer: Response): Promise<SizeSearch> {
  if (!answer.ok) throw new Error(`sizes not found: ${answer.status}`);
  return (await answer.json()) as SizeSearch;
}
