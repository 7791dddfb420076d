import type { IncomingMessage } from "node:http";

/**
 * The cookie that a change of the customer's cart sets, for longer than a replica may lag (web/state/storage.ts): the
 * customer's next pages show the stock without their pieces.
 */
const CHANGED_CART_COOKIE = /(?:^|;\s*)cart-stamp=/;

/** Whether the response may be a few seconds old: not for a customer who has just changed their cart. */
export function mayReadReplica(req: IncomingMessage): boolean {
  return !CHANGED_CART_COOKIE.test(req.headers.cookie ?? "");
}

/** Whether this is an anonymous request for `/products` or a feed, which the response cache does not answer. */
export function isAnonymousCatalogueRequest({ method, url, headers }: IncomingMessage): boolean {
  const isAnonymous = headers.authorization === undefined && headers.cookie === undefined;
  return method === "GET" && isAnonymous && /^(?:https?:\/\/[^/]+)?\/(?:products|feeds\/[a-z.]+)(?:\?|$)/.test(url!);
}
