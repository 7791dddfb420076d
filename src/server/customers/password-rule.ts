import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { Shop } from "../settings/shop.ts";

/**
 * Null, or why this password will not do here: the owner sets the minimum, and another for accounts opened on the way
 * through the checkout (ruling 19).
 */
export function passwordFault(
  shop: Shop,
  password: string,
  { atCheckout = false }: { atCheckout?: boolean } = {},
): Refusal<"password_short"> | null {
  const { passwordMin, checkoutPasswordMin } = shop.settings.accounts;
  return password.length < (atCheckout ? checkoutPasswordMin : passwordMin) ? refuse("password_short") : null;
}
