import { domainToASCII } from "node:url";

const LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const NAME = new RegExp(`^(?=.{1,253}$)${LABEL}(?:\\.${LABEL})*$`);

/**
 * A host name as browsers send it: lower case, without a dot at the end, non-ASCII characters in punycode (RFC 5891).
 * Undefined if the text is not a host name: a URL with `https://` or a path, a name with a port, an empty text.
 */
export function normalizeHost(text: string): string | undefined {
  const trimmedText = text.trim().replace(/\.$/, "");
  if (/[/:@?#\s]/.test(trimmedText)) return undefined;
  const name = domainToASCII(trimmedText).toLowerCase();
  return NAME.test(name) ? name : undefined;
}

/** Whether only this machine resolves the name: no customer can reach a shop by it. */
export function isLocalHost(host: string): boolean {
  return /(^|\.)localhost$|^127\.|^\[?::1/.test(host);
}
