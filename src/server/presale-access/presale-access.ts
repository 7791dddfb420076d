import { isRefusal, refuse } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import type { Shop } from "../shops/shop.ts";
import { CODE_MISSING, type PresaleAccess, type CodePurpose, type AccessCodeRefusal } from "./access-code-verifier.ts";

/** What the call's `X-CODE` header allows now. Calls that show or buy presale goods need it (rule PRESALE-2). */
export async function readPresaleAccess(
  app: App,
  { request, ip }: { request: Request; ip: string },
  purpose?: CodePurpose,
): Promise<PresaleAccess | AccessCodeRefusal> {
  const code = request.headers.get("x-code");
  return code === null ? CODE_MISSING : app.accessCodes.verify(code, ip, purpose);
}

/** The id of the presale whose products the caller may also see. Null without a code that gives access. */
export async function presaleIdOf(app: App, call: { request: Request; ip: string }): Promise<string | null> {
  const access = await readPresaleAccess(app, call);
  return isRefusal(access) ? null : access.presale.id;
}

/** Why this access does not allow a cart of this presale. Null if it does. A normal cart (null) needs no access. */
export function checkPresaleAccess(
  presaleId: string | null,
  access: PresaleAccess | AccessCodeRefusal,
): AccessCodeRefusal | null {
  if (presaleId === null) return null;
  if (isRefusal(access)) return access;
  return access.presale.id === presaleId ? null : refuse("code_invalid");
}

/** Pieces that a code may still order without available stock (the setting `orders.presaleCap`). */
export function countMadeToOrderPiecesLeft(shop: Shop, access: PresaleAccess): number {
  return Math.max(0, shop.settings.orders.presaleCap - access.madeToOrderPieces);
}
