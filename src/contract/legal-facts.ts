import type { PublicShop } from "./shop.ts";

/**
 * The data that a legal text contains: the shop with its public settings, the URL of its site, and the terms that
 * customers accept at checkout.
 */
export interface LegalFacts {
  shop: PublicShop;
  /** The URL of the site, without a slash at the end. */
  origin: string;
  /** The terms that customers accept at checkout. */
  agreed: { title: string; text: string }[];
}
