/**
 * The query parameters that may be shared with the analytics provider: some of those of the product list, the
 * checkout's screen, and the campaign.
 */
const SHARED_PARAMETERS =
  /^(?:category|brand|attribute|searchTerm|sort|page|paso|utm_source|utm_medium|utm_campaign|utm_term|utm_content)$/;

/**
 * A URL without personal data: without keys, tokens and codes in its query, and with no id but a product's in its
 * path. `/orders/0199…?key=x` is `/orders/id`.
 */
export function scrubUrl(href: string): string {
  const url = new URL(href);
  const path = /^\/products\/[^/]+\/details$/.test(url.pathname)
    ? url.pathname
    : url.pathname.replaceAll(/[^/]*\d[^/]*|[^/]{32,}/g, "id");
  const sharedParameters = new URLSearchParams([...url.searchParams].filter(([name]) => SHARED_PARAMETERS.test(name)));
  const term = sharedParameters.get("searchTerm");
  if (term !== null) sharedParameters.set("searchTerm", scrubText(term));
  return `${url.origin}${path}${sharedParameters.size > 0 ? `?${sharedParameters}` : ""}`;
}

/** A text without email addresses, and without numbers of seven digits or more, such as phone numbers. */
export function scrubText(text: string): string {
  return text.replaceAll(/\S+@\S+/g, "(correo)").replaceAll(/\+?\d(?:[\s().-]{0,3}\d){6,}/g, "(número)");
}
