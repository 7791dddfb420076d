/**
 * Cookies that say something of the answer they come with, for the page that the browser shows next. Data that the browser
 * asks for by itself has no other way to say it. They carry no secret and live for seconds.
 */

/** Under which number our log has a failed answer. */
export const FAILURE_COOKIE = "fallo";

/** That what was just sent to the back office was saved; until a page has been shown. */
export const DONE_COOKIE = "guardado";

/** One of these cookies among those of a request or of the document; null where there is none. */
export function readCookie(cookies: string, name: string): string | null {
  return new RegExp(`(?:^|;\\s*)${name}=([\\w-]+)`).exec(cookies)?.[1] ?? null;
}
