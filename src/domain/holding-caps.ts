import { refuse, type Refusal } from "./refusal.ts";

/**
 * The groups of customers with different caps: a guest, a customer with an account or a confirmed mailbox, and such a
 * customer who has also paid a wholesale order (rules LIMIT-2 and LIMIT-5).
 */
export type ShopperTier = "guest" | "customer" | "wholesale";

/** How many pieces a cart and its source (IP address, browser) may hold. */
export interface HoldingCaps {
  tier: ShopperTier;
  /** All pieces of the shop. A cap of this size or more never refuses. */
  stockPieces: number;
  cartPieces: number;
  cartLines: number;
  /** In active carts of one IP address. */
  ipPieces: number;
  /** In active carts and unpaid orders of one IP address. */
  ipCartAndOrderPieces: number;
  /** In active carts of one browser. */
  devicePieces: number;
}

/** How much a customer may have ordered without paying. */
export interface UnpaidCap {
  orders: number;
  pieces: number;
}

/** Whether a cap can refuse at all: a cart cannot hold more pieces than exist. */
export function canRefuse(
  caps: HoldingCaps,
  cap: "cartPieces" | "cartLines" | "ipPieces" | "ipCartAndOrderPieces" | "devicePieces",
) {
  return caps[cap] < caps.stockPieces;
}

export interface UnpaidCaps {
  tier: ShopperTier;
  /** For all unpaid orders of one customer, phone or email address. */
  person: UnpaidCap;
  /** For those paid by transfer. Null: no separate cap. */
  transfer: UnpaidCap | null;
  ip: UnpaidCap;
}

/**
 * A share of the shop's stock, in pieces: `percent` of it, but at least `floor`, because a tenth of a small shop is
 * too little to buy anything. It is the cap of one IP address, and the number of pieces from which a source raises an
 * alarm.
 */
export function shareOfStock(stockPieces: number, { percent, floor }: { percent: number; floor: number }): number {
  return Math.max(floor, Math.floor((stockPieces * percent) / 100));
}

export type HoldingRefusal =
  | (Refusal<"cart_full_guest" | "cart_full"> & { pieces: number; lines: number })
  | Refusal<"address_full" | "device_full">;

export type UnpaidRefusal = Refusal<
  "unpaid_transfers_full" | "unpaid_transfers_full_here" | "unpaid_full_guest" | "unpaid_full" | "address_unpaid_full"
> &
  UnpaidCap;

/** The cap that an order exceeds, as the database names it. */
export type ExceededUnpaidCap = "TRANSFERS" | "PERSON" | "ADDRESS";

/** The refusal for the cap that an order exceeds. Its sentence offers an online payment where the shop takes them. */
export function unpaidRefusal(
  exceededCap: ExceededUnpaidCap,
  caps: UnpaidCaps,
  takesOnlinePayments: boolean,
): UnpaidRefusal {
  if (exceededCap === "ADDRESS") return { refused: "address_unpaid_full", ...caps.ip };
  if (exceededCap === "PERSON") {
    return { refused: caps.tier === "guest" ? "unpaid_full_guest" : "unpaid_full", ...caps.person };
  }
  const refused = takesOnlinePayments ? "unpaid_transfers_full" : "unpaid_transfers_full_here";
  return { refused, ...(caps.transfer ?? caps.person) };
}

/** The cap that a cart line exceeds, as the database names it. */
export type ExceededHoldingCap = "CART_FULL" | "ADDRESS_FULL" | "DEVICE_FULL";

export function holdingRefusal(exceededCap: ExceededHoldingCap, caps: HoldingCaps): HoldingRefusal {
  if (exceededCap === "ADDRESS_FULL") return refuse("address_full");
  if (exceededCap === "DEVICE_FULL") return refuse("device_full");
  const refused = caps.tier === "guest" ? "cart_full_guest" : "cart_full";
  return { refused, pieces: caps.cartPieces, lines: caps.cartLines };
}
