import { domainToASCII } from "node:url";

const LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const NAME = new RegExp(`^(?=.{1,253}$)${LABEL}(?:\\.${LABEL})*$`);

/**
 * A host name as browsers send it: lower case, without a dot at the end, other letters than ASCII's in punycode
 * (RFC 5891). Undefined where it is none: an address with `https://` or a path, a name with a port, an empty one.
 */
export function normalHost(text: string): string | undefined {
  const typed = text.trim().replace(/\.$/, "");
  if (/[/:@?#\s]/.test(typed)) return undefined;
  const name = domainToASCII(typed).toLowerCase();
  return NAME.test(name) ? name : undefined;
}

/** A name that only this machine understands: nobody reaches a shop by it from outside. */
export function isOfThisMachine(host: string): boolean {
  return /(^|\.)localhost$|^127\.|^\[?::1/.test(host);
}
