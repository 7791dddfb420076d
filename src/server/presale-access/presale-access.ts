import { isRefusal, refuse } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import type { Shop } from "../shops/shop.ts";
import { NO_CODE, type Access, type Asked, type CodeRefusal } from "./access-code-verifier.ts";

/** What the call's `X-CODE` opens now. It is checked on every call that shows or buys (rule PRESALE-2). */
export async function accessOf(
  app: App,
  { request, address }: { request: Request; address: string },
  asked?: Asked,
): Promise<Access | CodeRefusal> {
  const code = request.headers.get("x-code");
  return code === null ? NO_CODE : app.accessCodes.judge(code, address, asked);
}

/** Why this access does not open a cart: of its presale, or normal (null), which needs none. */
export function checkPresaleAccess(presaleId: string | null, access: Access | CodeRefusal): CodeRefusal | null {
  if (presaleId === null) return null;
  if (isRefusal(access)) return access;
  return access.presale.id === presaleId ? null : refuse("code_invalid");
}

/** Pieces that a code may still order without any on the shelf (the setting `orders.presaleCap`). */
export function madeToOrderLeft(shop: Shop, access: Access): number {
  return Math.max(0, shop.settings.orders.presaleCap - access.madeToOrder);
}
