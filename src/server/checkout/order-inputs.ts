import type { PaymentMethod } from "../../domain/payment-window.ts";
import type { OnlineFee } from "../../domain/online-fee.ts";
import type { Prices, WholesaleRule } from "../../domain/price.ts";
import type { ApplicablePromotion } from "../../domain/promotion.ts";
import type { Cart } from "../cart/queries.ts";
import type { ShippingChoice } from "../pickup-points/shipping-choice.ts";
import { onlineFeeOf, packagingCentsOf, wholesaleRuleOf, type Shop } from "../shops/shop.ts";

/**
 * Everything that an order's figures are computed from, as it was at the checkout or at an edit. Stored with the order
 * (`order_snapshots`) and with each edit (`order_edits`), and never changed: `shop audit` recomputes the figures
 * from it. Cents and basis points.
 */
export interface OrderInputs {
  lines: {
    sizeId: string;
    productId: string;
    pieces: number;
    isDigital: boolean;
    prices: Prices;
    /** When staff added the line. Absent for a line of the checkout. */
    addedAt?: string;
  }[];
  wholesale: WholesaleRule;
  paymentMethod: PaymentMethod;
  /** The carrier or pick-up point. Its id is null in orders of earlier versions, which did not store it. */
  carrier: { id: string | null; priceCents: number; maxPieces: number | null; pieceCents: number | null } | null;
  /** Null if the customer chose no insurance or the carrier offers none. */
  insuranceRateBps: number | null;
  /** Null unless the order is paid online. */
  onlineFee: OnlineFee | null;
  packagingCents: number;
  /** The promotions that gave a discount, with the sizes they apply to. Absent in orders of earlier versions. */
  promotions?: readonly ApplicablePromotion[];
}

type LineInputs = OrderInputs["lines"][number];

/** The fields of a line that its figures depend on. */
export function toLineInputs({ sizeId, productId, pieces, isDigital, prices }: LineInputs): LineInputs {
  return {
    sizeId,
    productId,
    pieces,
    isDigital,
    prices: {
      priceCents: prices.priceCents,
      wholesalePriceCents: prices.wholesalePriceCents,
      branchPriceCents: prices.branchPriceCents,
      branchWholesalePriceCents: prices.branchWholesalePriceCents,
    },
  };
}

export function toOrderInputs(
  shop: Shop,
  cart: Cart,
  shippingChoice: ShippingChoice | null,
  {
    insured,
    paymentMethod,
    promotions,
  }: { insured: boolean; paymentMethod: PaymentMethod; promotions: readonly ApplicablePromotion[] },
): OrderInputs {
  return {
    lines: cart.lines.map(toLineInputs),
    wholesale: wholesaleRuleOf(shop),
    paymentMethod,
    carrier: shippingChoice && {
      id: shippingChoice.id,
      priceCents: shippingChoice.terms.priceCents,
      maxPieces: shippingChoice.terms.piecesFee?.includedPieces ?? null,
      pieceCents: shippingChoice.terms.piecesFee?.pieceCents ?? null,
    },
    insuranceRateBps: insured ? (shippingChoice?.terms.insuranceRateBps ?? null) : null,
    onlineFee: paymentMethod === "MP" ? onlineFeeOf(shop) : null,
    packagingCents: packagingCentsOf(shop),
    promotions,
  };
}
