/** The states of an order that is collected at a point (rule PICKUP-3). They live beside the order's status. */
export const PICKUP_STATES = ["WAITING", "READY", "COLLECTED", "EXPIRED"] as const;
export type PickupState = (typeof PICKUP_STATES)[number];

/** The allowed transitions. The database has the same table (`check_pickup_move`). */
export const PICKUP_TRANSITIONS: Readonly<Record<PickupState, readonly PickupState[]>> = {
  WAITING: ["READY", "COLLECTED"],
  READY: ["WAITING", "COLLECTED", "EXPIRED"],
  EXPIRED: ["READY", "COLLECTED"],
  COLLECTED: [],
};

export function canMovePickup(from: PickupState, to: PickupState): boolean {
  return PICKUP_TRANSITIONS[from].includes(to);
}

export const PICKUP_STATE_LABEL: Readonly<Record<PickupState, string>> = {
  WAITING: "Por preparar",
  READY: "Listo para recoger",
  COLLECTED: "Entregado en tienda",
  EXPIRED: "No lo recogieron a tiempo",
};
