import { isRefusal, type Refusal } from "../../src/domain/refusal.ts";
import type { App } from "../../src/server/app.ts";
import type { Actor } from "../../src/server/change-log/change-log.ts";
import { moveParcel, type StoredParcel } from "../../src/server/parcels/move-parcel.ts";
import { packParcel, type PackRefusal } from "../../src/server/parcels/pack-parcel.ts";
import { DEMO_STAFF_NAME, type DemoOrder } from "./demo-history.ts";

const by: Actor = { memberId: null, name: DEMO_STAFF_NAME, ip: null };

/** The tracking number of the demo's nth order, or of its second parcel. */
export function demoTrackingNumber(index: number, parcelIndex = 0): string {
  return `MX${String(847_201_330 + index * 7_919 + parcelIndex * 104_729)}`;
}

/** Packs the first line of a demo order that leaves in two parcels. */
export async function packFirstLine(app: App, orderId: string): Promise<StoredParcel | PackRefusal> {
  const [firstLine] = await linesOf(app, orderId);
  return packParcel(app, orderId, { lines: [firstLine!], by, at: new Date() });
}

/** Records that a demo order's first parcel arrived, and sends the second one, each if `demoOrder` has its time. */
export async function sendDemoParcels(
  app: App,
  orderId: string,
  { index, demoOrder }: { index: number; demoOrder: DemoOrder },
): Promise<"sent" | Refusal> {
  if (demoOrder.arrivedAt) {
    const firstParcel = app.db
      .selectFrom("parcels")
      .select("id")
      .where("order_id", "=", orderId)
      .where("number", "=", 1);
    const { id } = await firstParcel.executeTakeFirstOrThrow();
    const arrived = await moveParcel(app, id, { to: "DELIVERED", at: new Date(), by });
    if (isRefusal(arrived)) return arrived;
  }
  if (!demoOrder.secondParcelLeftAt) return "sent";
  const [, ...lines] = await linesOf(app, orderId);
  const handOver = { guide: demoTrackingNumber(index, 1) };
  const packed = await packParcel(app, orderId, { lines, by, at: new Date(), handOver });
  return isRefusal(packed) ? packed : "sent";
}

function linesOf(app: App, orderId: string): Promise<{ sizeId: string; pieces: number }[]> {
  return app.db
    .selectFrom("order_lines")
    .select(["size_id as sizeId", "pieces"])
    .where("order_id", "=", orderId)
    .orderBy("position")
    .execute();
}
