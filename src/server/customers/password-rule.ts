import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { Shop } from "../settings/shop.ts";

/** Null, or why this password will not do here: the owner sets the minimum (ruling 19). */
export function passwordFault(shop: Shop, password: string): Refusal<"password_short"> | null {
  return password.length < shop.settings.accounts.passwordMin ? refuse("password_short") : null;
}
