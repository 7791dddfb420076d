import { renderSVG } from "uqr";
import { isRefusal, refuse, type Refusal } from "../../../../domain/refusal.ts";
import type { App } from "../../../../server/app.ts";
import { makeScannerKey, revokeScannerKey } from "../../../../server/check-in/scanner-keys.ts";
import type { Shop } from "../../../../server/shops/shop.ts";
import type { Actor } from "../../../../server/change-log/change-log.ts";
import type { FormFields } from "../../guard.ts";
import { readWholeNumber } from "../../read-whole-number.ts";
import type { NewScannerKey } from "./scanner-keys.tsx";

type ScannerRefusal = Refusal<"door_hours" | "door_gone" | "product_not_found">;

/** Creates a scanner key, or revokes the key with the id in `close`. `productId` is the event, null for all events. */
export async function runScannerAction(
  app: App,
  { form, shop, productId, by }: { form: FormFields; shop: Shop; productId: string | null; by: Actor },
): Promise<NewScannerKey | "revoked" | ScannerRefusal> {
  const keyIdToRevoke = form.text("close");
  if (keyIdToRevoke) return (await revokeScannerKey(app, keyIdToRevoke, by)) ? "revoked" : refuse("door_gone");
  const hours = readWholeNumber(form.text("hours"));
  if (hours === null || hours > 168) return refuse("door_hours");
  const createdKey = await makeScannerKey(app, { name: form.text("name", 60) || null, productId, hours }, by);
  if (isRefusal(createdKey)) return createdKey;
  const link = `${app.originOf(shop.hosts)}/boletos/validar#key=${createdKey.key}`;
  const qrCode = `data:image/svg+xml,${encodeURIComponent(renderSVG(link, { border: 2 }))}`;
  return { name: createdKey.name, link, qrCode, expiresAt: createdKey.expiresAt };
}
