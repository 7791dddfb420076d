import type { PublicShop } from "./shop.ts";

/**
 * The data that a legal text contains: the shop's public settings, its address, and the terms that customers accept at
 * checkout.
 */
export interface LegalFacts {
  shop: PublicShop;
  /** Without a slash at the end. */
  origin: string;
  /** The terms that customers accept at checkout. */
  agreed: { title: string; text: string }[];
}
