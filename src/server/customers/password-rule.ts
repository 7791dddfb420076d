import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { Shop } from "../shops/shop.ts";
import { isCommonPassword } from "./is-common-password.ts";

/**
 * The reason why this password is refused, or null. The owner sets the minimum length, and another one for accounts
 * created during the checkout. The most common passwords are refused at any length.
 */
export function checkPassword(
  shop: Shop,
  password: string,
  { atCheckout = false }: { atCheckout?: boolean } = {},
): Refusal<"password_short" | "password_common"> | null {
  const { passwordMin, checkoutPasswordMin } = shop.settings.accounts;
  if (password.length < (atCheckout ? checkoutPasswordMin : passwordMin)) return refuse("password_short");
  return isCommonPassword(password) ? refuse("password_common") : null;
}
