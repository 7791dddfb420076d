import type { App } from "./shop.ts";

/** What a legal text names: the shop as everybody may see it, its address, and what buyers accept at checkout. */
export interface LegalFacts {
  shop: App;
  /** Without a slash at the end. */
  origin: string;
  agreed: { title: string; text: string }[];
}
