import type { LabelPaper } from "../../domain/carrier-label-paper.ts";
import { isRefusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import { forEachUntil } from "./for-each-until.ts";
import { MERGE_LABELS, type LabelToMerge } from "./merge-labels.ts";
import { listParcelsToShip } from "./parcel-shipment.ts";
import { listNewestPurchasesOf, type LabelPurchase } from "./purchases.ts";
import { findLabel } from "./read-label.ts";

const LIMITS = {
  /** How many labels are read at the same time. Most are stored, the others are read from the provider. */
  concurrency: 4,
  /** Labels whose reading has not started after this time count as unreadable, so that staff get the others. */
  noStartAfterMs: 20_000,
};

/**
 * One PDF of the bought labels of these parcels, in the sequence of `parcelIds`. Undefined if no parcel belongs to
 * `shops`. A last page names the parcels whose label was not bought or cannot be read.
 */
export async function printLabels(
  app: App,
  { parcelIds, shops, paper }: { parcelIds: readonly string[]; shops: "all" | readonly string[]; paper: LabelPaper },
): Promise<{ pdf: Uint8Array<ArrayBuffer>; unreadable: string[]; unbought: string[]; count: number } | undefined> {
  const parcels = await listParcelsToShip(app.db, parcelIds, shops);
  if (parcels.length === 0) return undefined;
  const purchases = new Map(
    (await listNewestPurchasesOf(app.db, parcelIds)).map((purchase) => [purchase.parcelId, purchase]),
  );
  const labels: LabelToMerge[] = parcels.map(({ id, reference, number }) => ({
    name: `#${reference} (paquete ${number})`,
    isBought: purchases.get(id)?.state === "bought",
    pdf: null,
  }));
  await forEachUntil(parcels.entries(), LIMITS, async ([index, { id }]) => {
    labels[index]!.pdf = await readBoughtLabel(app, purchases.get(id));
  });
  const mergedLabels = await app.pdfs.draw(MERGE_LABELS, labels, paper);
  return { ...mergedLabels, count: labels.length - mergedLabels.unreadable.length - mergedLabels.unbought.length };
}

async function readBoughtLabel(app: App, purchase: LabelPurchase | undefined): Promise<Uint8Array | null> {
  if (purchase?.state !== "bought") return null;
  const label = await findLabel(app, purchase);
  return isRefusal(label) ? null : label;
}
