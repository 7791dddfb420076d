/**
 * What an address may share with others: the list's filters, the checkout's step, the campaign that brought the
 * visitor.
 */
const SHARED =
  /^(?:category|brand|attribute|searchTerm|sort|page|paso|utm_source|utm_medium|utm_campaign|utm_term|utm_content)$/;

/**
 * An address without personal data: no keys, tokens and codes in its query, no ids in its path other than a product's.
 * `/orders/0199…?key=x` is `/orders/id`.
 */
export function publicAddress(href: string): string {
  const url = new URL(href);
  const path = /^\/products\/[^/]+\/details$/.test(url.pathname)
    ? url.pathname
    : url.pathname.replaceAll(/[^/]*\d[^/]*|[^/]{32,}/g, "id");
  const shared = new URLSearchParams([...url.searchParams].filter(([name]) => SHARED.test(name)));
  const term = shared.get("searchTerm");
  if (term !== null) shared.set("searchTerm", publicText(term));
  return `${url.origin}${path}${shared.size > 0 ? `?${shared}` : ""}`;
}

/** A text that a visitor typed, without email addresses and phone numbers. */
export function publicText(text: string): string {
  return text.replaceAll(/\S+@\S+/g, "(correo)").replaceAll(/\+?\d(?:[\s().-]{0,3}\d){6,}/g, "(número)");
}
