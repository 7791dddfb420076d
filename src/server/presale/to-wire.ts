import type { z } from "zod";
import type { CodeAccepted, PresaleProduct, PresaleShown } from "../../contract/presale.ts";
import type { ProductRow } from "../catalog/product-row.ts";
import { promotionsOf } from "../catalog/promotion-labels.ts";
import { tagOf } from "../catalog/to-view.ts";
import {
  freeShippingFromCents,
  pesosOrNull,
  toWireProduct,
  toWirePromotions,
  type SizeGuides,
} from "../catalog/to-wire.ts";
import type { Shop } from "../shops/shop.ts";
import type { PresaleAccess } from "../presale-access/access-code-verifier.ts";
import type { Presale } from "../presale-access/queries.ts";

export function toWirePresale({ id, name, deliversOn }: Pick<Presale, "id" | "name" | "deliversOn">) {
  return { _id: id, name, deliversOn } satisfies z.output<typeof PresaleShown>;
}

export function toWireAccess({ code, presale, hasWaitingRoom }: PresaleAccess): z.output<typeof CodeAccepted> {
  return {
    status: "OK",
    code,
    presale: {
      ...toWirePresale(presale),
      startsOn: presale.startsAt.toISOString(),
      endsOn: presale.endsAt.toISOString(),
      room: hasWaitingRoom,
    },
  };
}

export function toWirePresaleProduct(
  shop: Shop,
  row: ProductRow,
  guides: SizeGuides,
  now: Date,
): z.output<typeof PresaleProduct> {
  const promotions = promotionsOf(shop, row, { now, isPresale: true });
  return {
    ...toWireProduct(shop, row, guides.get(row.id)),
    promotions: toWirePromotions(promotions),
    freeShippingFrom: pesosOrNull(freeShippingFromCents(row, promotions)),
    tag: tagOf(shop, row, now),
    pictures: row.pictures,
  };
}
