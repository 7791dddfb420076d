import { sql, type RawBuilder } from "kysely";
import type { HoldingLimits } from "../../contract/shop.ts";
import {
  shareOfStock,
  type HoldingCaps,
  type ShopperTier,
  type UnpaidCap,
  type UnpaidCaps,
} from "../../domain/holding-caps.ts";
import type { App } from "../app.ts";
import { batchPerDb } from "../db/batch-per-db.ts";
import { findValidCaller } from "../api/caller.ts";
import type { Shop } from "../shops/shop.ts";
import type { Source } from "./source-hasher.ts";

/**
 * The customer who reserves pieces, their source, and how many pieces they may hold. Callers use null for staff, for
 * whom no caps apply.
 */
export interface Shopper extends Source {
  caps: HoldingCaps;
}

/** The customer who places an order, their source, and how much they may have unpaid. Callers use null for staff. */
export interface Buyer extends Source {
  caps: UnpaidCaps;
}

interface RequestWithIp {
  request: Request;
  /** The key of the IP address, as rate limits use it. */
  ip: string;
}

/** A browser's own id: long enough to make collisions unlikely. `crypto.randomUUID` has 36 characters. */
const DEVICE_ID_PATTERN = /^[\w-]{16,64}$/;

/** The customer of a cart call. Null for staff who act for a customer. */
export async function findShopper(app: App, shop: Shop, { request, ip }: RequestWithIp): Promise<Shopper | null> {
  const caller = await findValidCaller(app, request);
  if (caller?.assistedBy) return null;
  const [tier, source, stockPieces] = await Promise.all([
    caller === null ? ("guest" as const) : findTier(app.genericPlanDb, caller.customerId),
    app.sourceHasher.hashSource(ip, deviceOf(request)),
    app.stockTotal.getPieces(),
  ]);
  return {
    ...source,
    caps: holdingCaps(shop.settings.limits, { tier, stockPieces, scale: app.config.rateLimitScale }),
  };
}

/** The customer of a checkout call, whose tier is known. */
export async function findBuyer(
  app: App,
  shop: Shop,
  tier: ShopperTier,
  { request, ip }: RequestWithIp,
): Promise<Buyer> {
  const source = await app.sourceHasher.hashSource(ip, deviceOf(request));
  return { ...source, caps: unpaidCaps(shop.settings.limits, { tier, scale: app.config.rateLimitScale }) };
}

function deviceOf(request: Request): string | null {
  const deviceId = request.headers.get("x-device");
  return deviceId !== null && DEVICE_ID_PATTERN.test(deviceId) ? deviceId : null;
}

/** SQL: the tier of the customer `c`. */
export const TIER: RawBuilder<ShopperTier> = sql`CASE
  WHEN c.kind = 'guest' AND c.confirmed_email IS NULL THEN 'guest'
  WHEN EXISTS (SELECT FROM orders o WHERE o.customer_id = c.id AND o.is_wholesale
    AND o.status IN ('PAYMENT_ACCEPTED', 'SHIPPED')) THEN 'wholesale'
  ELSE 'customer' END`;

/** Lookups made at the same moment share one query. */
const findTier = batchPerDb(async (db, customerIds: readonly string[]) => {
  const { rows } = await sql<{ id: string; tier: ShopperTier }>`
    SELECT c.id, ${TIER} AS tier
    FROM customers c WHERE c.id = ANY (${customerIds}::uuid[])`.execute(db);
  const tiers = new Map(rows.map(({ id, tier }) => [id, tier]));
  return customerIds.map((id): ShopperTier => tiers.get(id) ?? "guest");
});

export function holdingCaps(
  limits: HoldingLimits,
  { tier, stockPieces, scale }: { tier: ShopperTier; stockPieces: number; scale: number },
): HoldingCaps {
  const { cart, device, address: ipLimits } = limits;
  const scaleCap = (cap: number) => Math.min(Math.ceil(cap * scale), MAX_CAP);
  const share = shareOfStock(stockPieces, { percent: ipLimits.stockPercent, floor: ipLimits.stockFloor });
  const tierLimits = cart[tier];
  return {
    tier,
    stockPieces,
    cartPieces: scaleCap(tierLimits.pieces),
    cartLines: scaleCap(tierLimits.lines),
    // A customer who may fill a larger cart may do so from one source.
    ipPieces: scaleCap(Math.max(ipLimits.pieces, tierLimits.pieces)),
    devicePieces: scaleCap(Math.max(device.pieces, tierLimits.pieces)),
    ipCartAndOrderPieces: scaleCap(share),
  };
}

export function unpaidCaps(
  { unpaid, address: ipLimits }: HoldingLimits,
  { tier, scale }: { tier: ShopperTier; scale: number },
): UnpaidCaps {
  const scaleCap = (cap: number) => Math.min(Math.ceil(cap * scale), MAX_CAP);
  const scaleUnpaidCap = ({ orders, pieces }: UnpaidCap) => ({ orders: scaleCap(orders), pieces: scaleCap(pieces) });
  const tierLimits = unpaid[tier];
  return {
    tier,
    person: scaleUnpaidCap(tierLimits),
    transfer: tier === "guest" ? scaleUnpaidCap(unpaid.guestTransfer) : null,
    ip: scaleUnpaidCap({
      orders: Math.max(ipLimits.unpaidOrders, tierLimits.orders),
      pieces: Math.max(ipLimits.unpaidPieces, tierLimits.pieces),
    }),
  };
}

/** More pieces than any shop has. Sums of two caps fit into PostgreSQL's integer. */
const MAX_CAP = 500_000_000;
