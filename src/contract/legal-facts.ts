import type { PublicShop } from "./shop.ts";

/**
 * What a legal text names: the shop's public settings, its address, and the terms that customers accept at checkout.
 */
export interface LegalFacts {
  shop: PublicShop;
  /** Without a slash at the end. */
  origin: string;
  agreed: { title: string; text: string }[];
}
