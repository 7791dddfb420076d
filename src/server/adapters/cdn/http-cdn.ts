import type { Cdn } from "./cdn.ts";

export interface CdnConfig {
  /** The URL to which purges are posted. */
  purgeUrl: string;
  token: string | null;
}

/** Cloudflare's limit for one call at the time of writing is 100, Fastly's 256. */
const MAX_TAGS_PER_CALL = 100;
const TIMEOUT_MS = 5_000;

/**
 * Purges with one POST that names the tags in the header `Surrogate-Key` (Fastly, Varnish with deploy/varnish.vcl) and
 * as JSON `{"tags": […]}` (Cloudflare). The token is sent as `Authorization: Bearer` and as `Fastly-Key`.
 */
export function httpCdn({ purgeUrl, token }: CdnConfig): Cdn {
  const credentials: Record<string, string> =
    token === null ? {} : { Authorization: `Bearer ${token}`, "Fastly-Key": token };
  const purgeBatch = async (tags: readonly string[]): Promise<void> => {
    const response = await fetch(purgeUrl, {
      method: "POST",
      headers: { ...credentials, "Content-Type": "application/json", "Surrogate-Key": tags.join(" ") },
      body: JSON.stringify({ tags }),
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`The CDN answered the purge with ${response.status}`);
  };
  return {
    purge: async (tags) => {
      for (let startIndex = 0; startIndex < tags.length; startIndex += MAX_TAGS_PER_CALL)
        await purgeBatch(tags.slice(startIndex, startIndex + MAX_TAGS_PER_CALL));
    },
  };
}
