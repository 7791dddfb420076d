import type { SizeSearch } from "../../../../server/catalog/find-sizes.ts";
import { officePaths } from "../../paths.ts";

/** The sizes that a code or words mean (`findSizes`). Throws without a connection or a session. */
export async function fetchSizes(typed: string): Promise<SizeSearch> {
  const answer = await fetch(officePaths.findSizes(typed), { headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error(`sizes not found: ${answer.status}`);
  return (await answer.json()) as SizeSearch;
}
