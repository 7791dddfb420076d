import { sql } from "kysely";
import { canRefuse, holdingRefusal, type HoldingRefusal } from "../../domain/holding-caps.ts";
import type { Tx } from "../db/connect.ts";
import type { Shopper } from "./shopper.ts";

interface PieceAddition {
  cartId: string;
  /** The number of added pieces. */
  addedPieces: number;
  isMadeToOrder: boolean;
}

/**
 * The refusal if `addedPieces` for a line of this cart exceed a cap, else null. The caller has locked the cart and
 * reserved the pieces, because sources are always locked last. A cart counts for the source where it was started. A
 * cart without a source gets the source of the customer who adds pieces, unless the pieces are refused.
 */
export async function checkHoldingCaps(
  tx: Tx,
  shopper: Shopper,
  { cartId, addedPieces, isMadeToOrder }: PieceAddition,
): Promise<HoldingRefusal | null> {
  const { caps } = shopper;
  const { rows } = await sql<{ ipHash: Buffer | null; deviceHash: Buffer | null }>`
    SELECT ip_hash AS "ipHash", device_hash AS "deviceHash" FROM carts WHERE id = ${cartId}`.execute(tx);
  const cart = rows[0]!;
  const ipHash = cart.ipHash ?? shopper.ipHash;
  const deviceHash = cart.deviceHash ?? shopper.deviceHash;
  const cartCounts = await countCart(tx, cartId);
  if (canRefuse(caps, "cartPieces") && cartCounts.pieces + addedPieces > caps.cartPieces)
    return holdingRefusal("CART_FULL", caps);
  const canSourceCapRefuse =
    canRefuse(caps, "ipPieces") || canRefuse(caps, "ipCartAndOrderPieces") || canRefuse(caps, "devicePieces");
  if (!isMadeToOrder && canSourceCapRefuse) {
    const countHoldings = await lockSources(tx, deviceHash === null ? [ipHash] : [ipHash, deviceHash]);
    const ipHoldings = countHoldings(ipHash, cart.ipHash === null ? cartCounts.held : 0);
    if (ipHoldings.inCarts + addedPieces > caps.ipPieces) return holdingRefusal("ADDRESS_FULL", caps);
    if (ipHoldings.inCarts + ipHoldings.inOrders + addedPieces > caps.ipCartAndOrderPieces)
      return holdingRefusal("ADDRESS_FULL", caps);
    const deviceHoldings = deviceHash && countHoldings(deviceHash, cart.deviceHash === null ? cartCounts.held : 0);
    if (deviceHoldings && deviceHoldings.inCarts + addedPieces > caps.devicePieces)
      return holdingRefusal("DEVICE_FULL", caps);
  }
  if (cart.ipHash === null || (cart.deviceHash === null && deviceHash !== null)) {
    await tx.updateTable("carts").set({ ip_hash: ipHash, device_hash: deviceHash }).where("id", "=", cartId).execute();
  }
  return null;
}

async function countCart(tx: Tx, cartId: string): Promise<{ pieces: number; held: number }> {
  const { rows } = await sql<{ pieces: number; held: number }>`
    SELECT pieces, held FROM count_carts(ARRAY[${cartId}]::uuid[])`.execute(tx);
  return rows[0] ?? { pieces: 0, held: 0 };
}

/**
 * Locks the sources. Returns a function that adds up the pieces that one of them holds and
 * `uncountedPieces`, those of a cart that is not counted for it yet.
 */
async function lockSources(tx: Tx, keys: Buffer[]) {
  const { rows } = await sql<{ key: Buffer; in_carts: number; in_orders: number }>`
    SELECT key, in_carts, in_orders FROM lock_sources(${keys}::bytea[])`.execute(tx);
  return (key: Buffer, uncountedPieces: number) => {
    const row = rows.find((source) => source.key.equals(key))!;
    return { inCarts: row.in_carts + uncountedPieces, inOrders: row.in_orders };
  };
}
