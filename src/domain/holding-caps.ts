import { refuse, type Refusal } from "./refusal.ts";

/** Whom the caps tell apart: whoever the shop knows nothing of, whoever can be found again, whoever has bought wholesale. */
export type ShopperTier = "guest" | "customer" | "wholesale";

/** What a cart and its source may hold, in pieces. */
export interface HoldingCaps {
  tier: ShopperTier;
  /** All pieces there are: a cap of as many binds nobody. */
  shelfPieces: number;
  cartPieces: number;
  cartLines: number;
  /** In live carts of one network address. */
  addressPieces: number;
  /** In live carts and unpaid orders of one network address. */
  addressTotal: number;
  /** In live carts of one browser. */
  devicePieces: number;
}

/** What somebody may have ordered without paying. */
export interface UnpaidCap {
  orders: number;
  pieces: number;
}

/** Whether a cap can refuse anybody at all: a cart cannot hold more than there is. */
export function binds(
  caps: HoldingCaps,
  cap: "cartPieces" | "cartLines" | "addressPieces" | "addressTotal" | "devicePieces",
) {
  return caps[cap] < caps.shelfPieces;
}

export interface UnpaidCaps {
  tier: ShopperTier;
  /** All unpaid orders of one customer, phone or mailbox. */
  person: UnpaidCap;
  /** Of these, by transfer; null: no bound of its own. */
  transfer: UnpaidCap | null;
  address: UnpaidCap;
}

/**
 * Pieces that one network address may hold of a shelf: `percent` of it, but `floor` at the least, since a tenth of a small
 * shop is not enough to buy anything.
 */
export function shareOfStock(shelfPieces: number, { percent, floor }: { percent: number; floor: number }): number {
  return Math.max(floor, Math.floor((shelfPieces * percent) / 100));
}

export type HoldingRefusal =
  | (Refusal<"cart_full_guest" | "cart_full"> & { pieces: number; lines: number })
  | Refusal<"address_full" | "device_full">;

export type UnpaidRefusal = Refusal<
  "unpaid_transfers_full" | "unpaid_transfers_full_here" | "unpaid_full_guest" | "unpaid_full" | "address_unpaid_full"
> &
  UnpaidCap;

/** How the database names the cap that an order runs into. */
export type UnpaidVerdict = "TRANSFERS" | "PERSON" | "ADDRESS";

/** `paysOnline`: whether the shop takes online payments, so that one can be offered instead. */
export function unpaidRefusal(verdict: UnpaidVerdict, caps: UnpaidCaps, paysOnline: boolean): UnpaidRefusal {
  if (verdict === "ADDRESS") return { refused: "address_unpaid_full", ...caps.address };
  if (verdict === "PERSON") {
    return { refused: caps.tier === "guest" ? "unpaid_full_guest" : "unpaid_full", ...caps.person };
  }
  const refused = paysOnline ? "unpaid_transfers_full" : "unpaid_transfers_full_here";
  return { refused, ...(caps.transfer ?? caps.person) };
}

/** How the database names the cap that a line runs into. */
export type FullVerdict = "CART_FULL" | "ADDRESS_FULL" | "DEVICE_FULL";

export function holdingRefusal(verdict: FullVerdict, caps: HoldingCaps): HoldingRefusal {
  if (verdict === "ADDRESS_FULL") return refuse("address_full");
  if (verdict === "DEVICE_FULL") return refuse("device_full");
  const refused = caps.tier === "guest" ? "cart_full_guest" : "cart_full";
  return { refused, pieces: caps.cartPieces, lines: caps.cartLines };
}
