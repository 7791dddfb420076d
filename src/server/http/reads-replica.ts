import type { IncomingMessage } from "node:http";

/**
 * Set by a change of the customer's cart, for longer than a replica may be late (web/state/storage.ts): their next pages
 * show the stock without their pieces.
 */
const CHANGED_CART = /(?:^|;\s*)cart-stamp=/;

/** Whether the answer to a public request may be a few seconds old: not for a customer who has just changed something. */
export function mayReadReplica(req: IncomingMessage): boolean {
  return !CHANGED_CART.test(req.headers.cookie ?? "");
}

/** Whether this is an anonymous request for `/products` or a feed, which the response cache does not answer. */
export function isWholeCatalogue({ method, url, headers }: IncomingMessage): boolean {
  const isAnonymous = headers.authorization === undefined && headers.cookie === undefined;
  return method === "GET" && isAnonymous && /^(?:https?:\/\/[^/]+)?\/(?:products|feeds\/[a-z.]+)(?:\?|$)/.test(url!);
}
