/**
 * Cookies that the page shown next reads to learn about the response before it: that it failed, or that it saved a
 * change. They are needed because React Router does not expose the headers of its data requests. They contain no secret
 * and expire after at most 30 seconds.
 */

/** The request id under which a failed response is logged. */
export const FAILURE_COOKIE = "fallo";

/** States that the last change in the back office was saved. It is deleted once a page has been shown. */
export const SAVED_COOKIE = "guardado";

/** Reads one of these cookies from a request's header or the document; null when it is missing. */
export function readCookie(cookies: string, name: string): string | null {
  return new RegExp(`(?:^|;\\s*)${name}=([\\w-]+)`).exec(cookies)?.[1] ?? null;
}
