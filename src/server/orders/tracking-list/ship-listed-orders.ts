import { canMoveOrder, type OrderStatus } from "../../../domain/order-status.ts";
import { isRefusal } from "../../../domain/refusal.ts";
import type { App } from "../../app.ts";
import type { Queryable } from "../../db/connect.ts";
import type { Actor } from "../../change-log/change-log.ts";
import { findOrdersForStaff, explainRefusedMove, type OrderToMove } from "../find-for-staff.ts";
import { findOrdersByTracking } from "../find-orders-by-tracking.ts";
import { moveOrder, type MoveRefusal } from "../move-order.ts";
import type { TrackingListLine } from "./read-tracking-list.ts";

type RefusalReason = MoveRefusal["refused"] | "carrier_unknown" | "shipped_otherwise" | "no_parcel";

/** The result of a line of the list. */
export interface TrackingListLineResult {
  lineNumber: number;
  reference: number;
  trackingNumber: string;
  customer: string | null;
  /** The carrier's name in the line, else that of the order. */
  carrier: string | null;
  /** The carrier's name in the line. Null if the line has none. */
  typedCarrier: string | null;
  status: OrderStatus | null;
  /** `ready`: can be shipped. `sent`: shipped now or before with the same tracking number. `refused`: see `reason`. */
  outcome: "ready" | "sent" | "refused";
  reason: RefusalReason | null;
  /** Other orders with the same tracking number, shipped before or in this list. They are reported, not refused. */
  ordersWithSameTracking: number[];
}

type Carrier = NonNullable<Parameters<typeof moveOrder>[2]["carrier"]>;

/** The result that each line would have now. Nothing is changed. */
export async function previewTrackingList(
  db: Queryable,
  lines: readonly TrackingListLine[],
  shops: "all" | readonly string[],
): Promise<TrackingListLineResult[]> {
  const carriers = await listCarriersByName(db);
  const references = lines.map(({ reference }) => reference);
  const ordersByReference = await findOrdersForStaff(db, references, shops);
  const results = lines.map((line) => checkLine(line, ordersByReference.get(line.reference), carriers));
  return addOrdersWithSameTracking(db, results, shops);
}

/**
 * Ships the orders of a list, each in its own transaction. An order that was shipped with the same tracking number
 * before counts as sent. So the same list may be submitted again, after a failure or by another person at the same
 * time.
 */
export async function shipListedOrders(
  app: App,
  lines: readonly TrackingListLine[],
  shops: "all" | readonly string[],
  by: Actor,
): Promise<TrackingListLineResult[]> {
  const carriers = await listCarriersByName(app.db);
  const results: LineResult[] = [];
  for (const line of lines) {
    const findListedOrder = async () => (await findOrdersForStaff(app.db, [line.reference], shops)).get(line.reference);
    const order = await findListedOrder();
    const result = checkLine(line, order, carriers);
    if (result.outcome !== "ready") {
      results.push(result);
      continue;
    }
    const moveResult = await moveOrder(app, order!.id, {
      to: "SHIPPED",
      actor: by.name,
      reason: "Enviado",
      trackingNumber: line.trackingNumber,
      carrier: findOtherCarrier(line, order!, carriers),
      by,
    });
    if (!isRefusal(moveResult)) results.push({ ...result, outcome: "sent", status: moveResult });
    else {
      // If a concurrent call shipped the order with the same tracking number, the line counts as sent.
      const currentResult = checkLine(line, await findListedOrder(), carriers);
      results.push(
        currentResult.outcome === "ready"
          ? { ...currentResult, outcome: "refused", reason: moveResult.refused }
          : currentResult,
      );
    }
  }
  return addOrdersWithSameTracking(app.db, results, shops);
}

async function addOrdersWithSameTracking(
  db: Queryable,
  results: readonly LineResult[],
  shops: "all" | readonly string[],
): Promise<TrackingListLineResult[]> {
  const acceptedResults = results.filter(({ outcome }) => outcome !== "refused");
  const trackingNumbers = [...new Set(acceptedResults.map(({ trackingNumber }) => trackingNumber))];
  const shippedReferences = await findOrdersByTracking(db, trackingNumbers, shops);
  return results.map((result) => {
    if (result.outcome === "refused") return { ...result, ordersWithSameTracking: [] };
    const resultsWithSameNumber = acceptedResults.filter(
      ({ trackingNumber }) => trackingNumber === result.trackingNumber,
    );
    const otherReferences = new Set([
      ...(shippedReferences.get(result.trackingNumber) ?? []),
      ...resultsWithSameNumber.map(({ reference }) => reference),
    ]);
    otherReferences.delete(result.reference);
    return { ...result, ordersWithSameTracking: [...otherReferences].toSorted((a, b) => a - b) };
  });
}

type LineResult = Omit<TrackingListLineResult, "ordersWithSameTracking">;

function checkLine(line: TrackingListLine, order: OrderToMove | undefined, carriers: Map<string, Carrier>): LineResult {
  const { reference, trackingNumber } = line;
  const base = {
    lineNumber: line.lineNumber,
    reference,
    trackingNumber,
    customer: order?.customer ?? null,
    carrier: line.carrier ?? order?.carrier ?? null,
    typedCarrier: line.carrier,
    status: order?.status ?? null,
  };
  const refuseLine = (reason: RefusalReason): LineResult => ({ ...base, outcome: "refused", reason });
  if (!order) return refuseLine("order_not_found");
  if (order.status === "SHIPPED") {
    if (!order.hasGoods) return refuseLine("no_parcel");
    return order.trackingNumber === trackingNumber
      ? { ...base, outcome: "sent", reason: null }
      : refuseLine("shipped_otherwise");
  }
  const reason = explainRefusedMove(order, "SHIPPED", canMoveOrder);
  if (reason) return refuseLine(reason);
  if (line.carrier !== null && !carriers.has(normalize(line.carrier))) return refuseLine("carrier_unknown");
  return { ...base, outcome: "ready", reason: null };
}

function findOtherCarrier(
  line: TrackingListLine,
  order: OrderToMove,
  carriers: Map<string, Carrier>,
): Carrier | undefined {
  const typedCarrier = line.carrier === null ? undefined : carriers.get(normalize(line.carrier));
  return typedCarrier && typedCarrier.name !== order.carrier ? typedCarrier : undefined;
}

/** The active carriers by their normalized names. Of two with the same name, the one that customers see first. */
async function listCarriersByName(db: Queryable): Promise<Map<string, Carrier>> {
  const carriers = await db
    .selectFrom("carriers")
    .select(["id", "name", "description"])
    .where("is_active", "=", true)
    .orderBy("position", "desc")
    .execute();
  return new Map(carriers.map((carrier) => [normalize(carrier.name), carrier]));
}

function normalize(name: string): string {
  return name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replaceAll(/\s+/g, " ").trim();
}
