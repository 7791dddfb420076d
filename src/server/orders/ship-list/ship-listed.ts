import { canMove, type OrderStatus } from "../../../domain/order-status.ts";
import { isRefusal } from "../../../domain/refusal.ts";
import type { App } from "../../app.ts";
import type { Queryable } from "../../db/connect.ts";
import type { Actor } from "../../change-log/change-log.ts";
import { findOrdersForStaff, explainRefusedMove, type OrderToMove } from "../find-for-staff.ts";
import { findSameTracking } from "../same-tracking.ts";
import { moveOrder, type MoveRefusal } from "../move-order.ts";
import type { ShipLine } from "./read-ship-list.ts";

type Why = MoveRefusal["refused"] | "carrier_unknown" | "shipped_otherwise" | "no_parcel";

/** What a line of the list comes to. */
export interface ShipVerdict {
  line: number;
  reference: number;
  trackingNumber: string;
  customer: string | null;
  /** Who carries it. */
  carrier: string | null;
  /** As the line says; null where it says nothing. */
  wantedCarrier: string | null;
  status: OrderStatus | null;
  /** `ready`: will be sent; `sent`: it was, now or before, with this very guide; `refused`: see `why`. */
  outcome: "ready" | "sent" | "refused";
  why: Why | null;
  /** Other orders with the same guide, sent before or in this list: told, not refused. */
  sameTracking: number[];
}

type Carrier = NonNullable<Parameters<typeof moveOrder>[2]["carrier"]>;

/** What would become of each line, as things stand now. Nothing is done. */
export async function previewShipList(
  db: Queryable,
  lines: readonly ShipLine[],
  shops: "all" | readonly string[],
): Promise<ShipVerdict[]> {
  const carriers = await listCarrierNames(db);
  const references = lines.map(({ reference }) => reference);
  const found = await findOrdersForStaff(db, references, shops);
  const verdicts = lines.map((line) => judge(line, found.get(line.reference), carriers));
  return withSameTracking(db, verdicts, shops);
}

/**
 * Sends the orders of a list, each in a transaction of its own. What was sent with the same guide before counts as sent:
 * the same list may be told again, after a cut or by somebody else at the same time.
 */
export async function shipListed(
  app: App,
  lines: readonly ShipLine[],
  shops: "all" | readonly string[],
  by: Actor,
): Promise<ShipVerdict[]> {
  const carriers = await listCarrierNames(app.db);
  const verdicts: Verdict[] = [];
  for (const line of lines) {
    const find = async () => (await findOrdersForStaff(app.db, [line.reference], shops)).get(line.reference);
    const order = await find();
    const verdict = judge(line, order, carriers);
    if (verdict.outcome !== "ready") {
      verdicts.push(verdict);
      continue;
    }
    const answer = await moveOrder(app, order!.id, {
      to: "SHIPPED",
      actor: by.name,
      reason: "Enviado",
      trackingNumber: line.trackingNumber,
      carrier: otherCarrier(line, order!, carriers),
      by,
    });
    if (!isRefusal(answer)) verdicts.push({ ...verdict, outcome: "sent", status: answer });
    else {
      // Somebody was quicker: with the same guide it is done all the same.
      const now = judge(line, await find(), carriers);
      verdicts.push(now.outcome === "ready" ? { ...now, outcome: "refused", why: answer.refused } : now);
    }
  }
  return withSameTracking(app.db, verdicts, shops);
}

async function withSameTracking(
  db: Queryable,
  verdicts: readonly Verdict[],
  shops: "all" | readonly string[],
): Promise<ShipVerdict[]> {
  const told = verdicts.filter(({ outcome }) => outcome !== "refused");
  const guides = [...new Set(told.map(({ trackingNumber }) => trackingNumber))];
  const sent = await findSameTracking(db, guides, shops);
  return verdicts.map((verdict) => {
    if (verdict.outcome === "refused") return { ...verdict, sameTracking: [] };
    const listed = told.filter(({ trackingNumber }) => trackingNumber === verdict.trackingNumber);
    const all = new Set([...(sent.get(verdict.trackingNumber) ?? []), ...listed.map(({ reference }) => reference)]);
    all.delete(verdict.reference);
    return { ...verdict, sameTracking: [...all].toSorted((a, b) => a - b) };
  });
}

type Verdict = Omit<ShipVerdict, "sameTracking">;

function judge(line: ShipLine, order: OrderToMove | undefined, carriers: Map<string, Carrier>): Verdict {
  const { reference, trackingNumber } = line;
  const told = {
    line: line.line,
    reference,
    trackingNumber,
    customer: order?.customer ?? null,
    carrier: line.carrier ?? order?.carrier ?? null,
    wantedCarrier: line.carrier,
    status: order?.status ?? null,
  };
  const refused = (why: Why): Verdict => ({ ...told, outcome: "refused", why });
  if (!order) return refused("order_not_found");
  if (order.status === "SHIPPED") {
    if (!order.hasParcel) return refused("no_parcel");
    return order.trackingNumber === trackingNumber
      ? { ...told, outcome: "sent", why: null }
      : refused("shipped_otherwise");
  }
  const why = explainRefusedMove(order, "SHIPPED", canMove);
  if (why) return refused(why);
  if (line.carrier !== null && !carriers.has(plain(line.carrier))) return refused("carrier_unknown");
  return { ...told, outcome: "ready", why: null };
}

function otherCarrier(line: ShipLine, order: OrderToMove, carriers: Map<string, Carrier>): Carrier | undefined {
  const named = line.carrier === null ? undefined : carriers.get(plain(line.carrier));
  return named && named.name !== order.carrier ? named : undefined;
}

/** By their names as anybody would type them. */
async function listCarrierNames(db: Queryable): Promise<Map<string, Carrier>> {
  const carriers = await db
    .selectFrom("carriers")
    .select(["id", "name", "description"])
    .where("is_active", "=", true)
    .orderBy("position", "desc")
    .execute();
  return new Map(carriers.map((carrier) => [plain(carrier.name), carrier]));
}

function plain(name: string): string {
  return name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replaceAll(/\s+/g, " ").trim();
}
