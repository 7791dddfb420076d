import type { LabelPaper } from "../../domain/label-paper.ts";
import { isRefusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { MERGED_LABELS, type LabelToMerge } from "./merge-labels.ts";
import { listParcelsToShip } from "./parcel-shipment.ts";
import { listPurchasesOf, type LabelPurchase } from "./purchases.ts";
import { findLabel } from "./read-label.ts";

/** Labels that are read from the provider at the same time. Most are stored. */
const AT_ONCE = 4;
/** What is not read until then counts as unreadable, so that staff get the others. */
const NO_MORE_AFTER_MS = 20_000;

/**
 * One PDF of the bought labels of these parcels, in the requested order. Undefined if none of the parcels may be seen.
 * Parcels whose label was not bought or cannot be read are named.
 */
export async function printLabels(
  app: App,
  { parcelIds, shops, paper }: { parcelIds: readonly string[]; shops: "all" | readonly string[]; paper: LabelPaper },
): Promise<{ pdf: Uint8Array<ArrayBuffer>; unreadable: string[]; count: number } | undefined> {
  const parcels = await listParcelsToShip(app.db, parcelIds, shops);
  if (parcels.length === 0) return undefined;
  const purchases = new Map(
    (await listPurchasesOf(app.db, parcelIds)).map((purchase) => [purchase.parcelId, purchase]),
  );
  const labels: LabelToMerge[] = parcels.map(({ reference, number }) => ({
    name: `#${reference} (paquete ${number})`,
    pdf: null,
  }));
  const waiting = [...parcels.entries()];
  const end = performance.now() + NO_MORE_AFTER_MS;
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [at, { id }] = next;
      if (performance.now() < end) labels[at]!.pdf = await readBought(app, purchases.get(id));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const merged = await app.pdfs.draw(MERGED_LABELS, labels, paper);
  return { ...merged, count: labels.length - merged.unreadable.length };
}

async function readBought(app: App, purchase: LabelPurchase | undefined): Promise<Uint8Array | null> {
  if (purchase?.state !== "bought") return null;
  const label = await findLabel(app, purchase);
  return isRefusal(label) ? null : label;
}
