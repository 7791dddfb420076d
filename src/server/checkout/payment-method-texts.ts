import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { transact } from "../db/transact.ts";
import { lockShop } from "../shops/queries.ts";
import type { Shop } from "../shops/shop.ts";
import { CONSOLE_ACTOR, logChange, type Actor } from "../change-log/change-log.ts";
import { findPaymentMethod } from "./find-payment-method.ts";

/** Changes a shop's texts of a payment method: its name, and the message shown in the checkout and in the order. */
export function changePaymentMethodTexts(
  app: App,
  shop: Shop,
  { method, ...texts }: { method: "MP" | "TB"; name?: string; message?: string },
  by: Actor = CONSOLE_ACTOR,
): Promise<"changed" | Refusal<"payment_text_empty" | "payment_text_long">> {
  return transact(app.db, async (tx) => {
    const values = Object.values(texts).filter((text) => text !== undefined);
    if (values.some((text) => text.trim() === "")) return refuse("payment_text_empty");
    if ((texts.name?.length ?? 0) > 80 || (texts.message?.length ?? 0) > 2_000) return refuse("payment_text_long");
    await lockShop(tx, shop.id);
    const before = await findPaymentMethod(tx, shop.id, method);
    await tx
      .updateTable("payment_methods")
      .set({ name: texts.name?.trim(), checkout_message: texts.message?.trim() })
      .where("shop_id", "=", shop.id)
      .where("key", "=", method)
      .execute();
    const after = await findPaymentMethod(tx, shop.id, method);
    if (JSON.stringify(before) === JSON.stringify(after)) return "changed" as const;
    await logChange(tx, by, {
      action: "payment-words",
      object: { kind: "shop", id: shop.id },
      before: { method: before?.name, message: before?.checkout_message },
      after: { method: after?.name, message: after?.checkout_message },
    });
    return "changed" as const;
  });
}
