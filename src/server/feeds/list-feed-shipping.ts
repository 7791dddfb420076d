import { extraShippingCents } from "../../domain/extra-shipping.ts";
import type { Db } from "../db/connect.ts";
import { listCarriers } from "../shipping/carriers.ts";
import { packagingCentsOf, type Shop } from "../shops/shop.ts";
import type { FeedShipping } from "./feed-item.ts";

/** What a customer pays for a parcel with one piece by each carrier that the shop offers, packaging included. */
export async function listFeedShipping(db: Db, shop: Shop): Promise<FeedShipping[]> {
  return (await listCarriers(db, shop.id)).map(({ name, terms }) => ({
    service: name,
    priceCents: terms.priceCents + extraShippingCents(terms.piecesFee, 1) + packagingCentsOf(shop),
  }));
}
