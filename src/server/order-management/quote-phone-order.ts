import { isRefusal } from "../../domain/refusal.ts";
import { checkStaffDiscount, type StaffDiscountRefusal } from "../../domain/staff-discount.ts";
import type { App } from "../app.ts";
import { quoteCart, type QuoteInput } from "../checkout/quote-cart.ts";
import { CODE_MISSING } from "../presale-access/access-code-verifier.ts";
import type { Shop } from "../shops/shop.ts";

/** The figures of an order by phone. The role limits the discount that a member of staff may give (rule PROMO-12). */
export async function quotePhoneOrder(
  app: App,
  shop: Shop,
  cartId: string,
  input: QuoteInput & { customer: string | { phone: string } | null },
): Promise<Awaited<ReturnType<typeof quoteCart>> | StaffDiscountRefusal> {
  const { staffDiscount, ...inputWithoutDiscount } = input;
  const quoteWithoutDiscount = await quoteCart(app, shop, cartId, { ...inputWithoutDiscount, access: CODE_MISSING });
  if (!staffDiscount || isRefusal(quoteWithoutDiscount)) return quoteWithoutDiscount;
  const refusal = checkStaffDiscount(staffDiscount, quoteWithoutDiscount.subtotalCents);
  return refusal ?? quoteCart(app, shop, cartId, { ...input, access: CODE_MISSING });
}
