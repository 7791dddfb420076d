import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { transact } from "../db/transact.ts";
import { lockShopRow } from "../shops/queries.ts";
import { CONSOLE_ACTOR, logChange, type Actor } from "../change-log/change-log.ts";
import { listAllCarriers } from "./carriers.ts";

/**
 * Offers a carrier in a shop, or withdraws it there. The last carrier cannot be withdrawn, because a shop without one
 * cannot ship anything.
 */
export async function setCarrierOffered(
  app: App,
  shopId: string,
  { carrierId, isOffered }: { carrierId: string; isOffered: boolean },
  by: Actor = CONSOLE_ACTOR,
): Promise<"done" | Refusal<"carrier_not_found" | "carrier_last">> {
  return transact(app.db, async (tx) => {
    // The lock prevents two concurrent withdrawals from both assuming that another carrier is left.
    await lockShopRow(tx, shopId);
    const carriers = await listAllCarriers(tx, shopId);
    const shopCarrier = carriers.find(({ id }) => id === carrierId);
    if (!shopCarrier) return refuse("carrier_not_found");
    if (shopCarrier.isOffered === isOffered) return "done" as const;
    const action = isOffered ? "carrier-offer" : "carrier-withdraw";
    await logChange(tx, by, { action, object: { kind: "shop", id: shopId }, after: { carrier: shopCarrier.name } });
    if (isOffered) {
      await tx
        .deleteFrom("withdrawn_carriers")
        .where("shop_id", "=", shopId)
        .where("carrier_id", "=", carrierId)
        .execute();
      return "done" as const;
    }
    if (!carriers.some((carrier) => carrier.isOffered && carrier.id !== carrierId)) return refuse("carrier_last");
    await tx
      .insertInto("withdrawn_carriers")
      .values({ shop_id: shopId, carrier_id: carrierId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return "done" as const;
  });
}
