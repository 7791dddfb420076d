import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import type { CarrierProvider } from "../adapters/carriers/carrier-provider.ts";
import type { App } from "../app.ts";
import { openProvider } from "./open-provider.ts";
import type { LabelPurchase } from "./purchases.ts";

/** Undefined if the label cannot be read from the provider now. */
export async function fetchAndStoreLabel(
  app: App,
  provider: CarrierProvider,
  { id, labelUrl }: Pick<LabelPurchase, "id" | "labelUrl">,
): Promise<Buffer | undefined> {
  if (labelUrl === null) return undefined;
  const answer = await provider.readLabel(labelUrl);
  if (answer.outcome === "failed") {
    app.log.warn({ purchase: id, reason: answer.reason }, "a label was not read");
    return undefined;
  }
  await app.db.updateTable("label_purchases").set({ label: answer.pdf }).where("id", "=", id).execute();
  return answer.pdf;
}

/** The PDF of a bought label: the stored one, or the provider's. */
export async function findLabel(app: App, purchase: LabelPurchase): Promise<Buffer | Refusal<"label_unavailable">> {
  const { label } = await app.db
    .selectFrom("label_purchases")
    .select("label")
    .where("id", "=", purchase.id)
    .executeTakeFirstOrThrow();
  if (label) return label;
  const access = await openProvider(app, purchase.shopId);
  const pdf = isRefusal(access) ? undefined : await fetchAndStoreLabel(app, access.provider, purchase);
  return pdf ?? refuse("label_unavailable");
}
