export const PARCEL_STATES = [
  "PACKED",
  "HANDED_OVER",
  "IN_TRANSIT",
  "OUT_FOR_DELIVERY",
  "DELIVERED",
  "FAILED",
  "RETURNED",
] as const;

export type ParcelState = (typeof PARCEL_STATES)[number];

/** What a parcel's event comes from: staff, the carrier's tracking, or a computed estimate (rule PARCEL-2). */
export type ParcelEventSource = "staff" | "carrier" | "estimate";

/** What customers and staff read. */
export const PARCEL_STATE_LABEL: Record<ParcelState, string> = {
  PACKED: "Empacado",
  HANDED_OVER: "Entregado a la paquetería",
  IN_TRANSIT: "En camino",
  OUT_FOR_DELIVERY: "En reparto",
  DELIVERED: "Entregado",
  FAILED: "No se pudo entregar",
  RETURNED: "Regresó a la tienda",
};

/**
 * Allowed transitions of a parcel (rule PARCEL-2). The database has the same table (`parcel_transitions`), and a test
 * compares the two. The ways out of DELIVERED and RETURNED correct a mistake.
 */
export const PARCEL_TRANSITIONS: Record<ParcelState, readonly ParcelState[]> = {
  PACKED: ["HANDED_OVER"],
  HANDED_OVER: ["IN_TRANSIT", "OUT_FOR_DELIVERY", "DELIVERED", "FAILED", "RETURNED"],
  IN_TRANSIT: ["OUT_FOR_DELIVERY", "DELIVERED", "FAILED", "RETURNED"],
  OUT_FOR_DELIVERY: ["IN_TRANSIT", "DELIVERED", "FAILED", "RETURNED"],
  DELIVERED: ["IN_TRANSIT"],
  FAILED: ["IN_TRANSIT", "OUT_FOR_DELIVERY", "DELIVERED", "RETURNED"],
  RETURNED: ["IN_TRANSIT"],
};

/** Whether a state is final. Only staff correct a final state. A late event of the carrier does not change it. */
export function isFinalParcelState(state: ParcelState): boolean {
  return state === "DELIVERED" || state === "RETURNED";
}

export function canMoveParcel(from: ParcelState, to: ParcelState, source: ParcelEventSource): boolean {
  return PARCEL_TRANSITIONS[from].includes(to) && (source === "staff" || !isFinalParcelState(from));
}

/** Whether the parcel is with the carrier. */
export function isOnItsWay(state: ParcelState): boolean {
  return state !== "PACKED" && !isFinalParcelState(state);
}

/** The states that staff can set by hand. Handing a parcel over needs a guide and is a separate action. */
export function statesStaffCanSet(from: ParcelState): readonly ParcelState[] {
  return from === "PACKED" ? [] : PARCEL_TRANSITIONS[from];
}

/**
 * When the last of an order's parcels arrived (rule PARCEL-6). Null without parcels, while one has not arrived, and
 * while pieces are still to be sent. A parcel that came back does not count: its pieces are to be sent again.
 */
export function lastArrival(
  parcels: readonly { state: ParcelState; deliveredAt: Date | null }[],
  { isAllPacked: areAllPiecesPacked }: { isAllPacked: boolean },
): Date | null {
  const parcelsNotReturned = parcels.filter(({ state }) => state !== "RETURNED");
  const arrivalTimes = parcelsNotReturned.flatMap(({ deliveredAt }) =>
    deliveredAt === null ? [] : [deliveredAt.getTime()],
  );
  return areAllPiecesPacked && parcelsNotReturned.length > 0 && arrivalTimes.length === parcelsNotReturned.length
    ? new Date(Math.max(...arrivalTimes))
    : null;
}
