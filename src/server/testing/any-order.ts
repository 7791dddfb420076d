import fc from "fast-check";
import type { ChargedOrder } from "../../domain/invoice-lines.ts";
import type { Cents } from "../../domain/money.ts";
import { pricesIn, unitPriceCents, type SellingShop } from "../../domain/price.ts";
import { discountsBySize, quote, summarizeCart, type PricedLine, type Quote } from "../../domain/quote.ts";
import { anyPromotionsOf } from "./any-promotions.ts";
import { resolveSatKeys } from "../../domain/sat-keys.ts";
import { VAT_RATES_BPS, type Vat } from "../../domain/vat.ts";

/** The id of a size is the index of its line. */
const SIZE_IDS = Array.from({ length: 12 }, (_, index) => String(index));

const anyPrice = fc.oneof(
  fc.constantFrom(0, 1, 99, 100, 99_90, 299_00, 1_299_50),
  fc.nat(3_000_00),
  fc.integer({ min: 1, max: 400 }).map((pesos) => pesos * 5_00 - 1),
);
const anyListPrices = fc.record({
  priceCents: anyPrice,
  wholesalePriceCents: fc.option(anyPrice),
  branchPriceCents: fc.option(anyPrice),
  brandIncrementCents: fc.integer({ min: -20_00, max: 50_00 }),
});
const anyShop: fc.Arbitrary<SellingShop> = fc.oneof(
  fc.constant({ kind: "headOffice" as const }),
  fc.nat(40_00).map((wholesaleDiscountCents) => ({ kind: "branch" as const, wholesaleDiscountCents })),
);
const anyCart = fc.record({
  shop: anyShop,
  lines: fc.array(
    fc.record({ listPrices: anyListPrices, pieces: fc.integer({ min: 1, max: 120 }), isDigital: fc.boolean() }),
    {
      minLength: 1,
      maxLength: 12,
    },
  ),
  fromPieces: fc.integer({ min: 1, max: 60 }),
});
const anyTerms = fc.record({
  carrier: fc.option(
    fc.record({
      priceCents: fc.nat(400_00),
      insuranceRateBps: fc.option(fc.integer({ min: 1, max: 1_000 })),
      piecesFee: fc.option(fc.record({ includedPieces: fc.nat(20), pieceCents: fc.nat(50_00) })),
    }),
  ),
  insured: fc.boolean(),
  onlineFee: fc.option(fc.record({ rateBps: fc.nat(900), baseCents: fc.nat(10_00) })),
  packagingCents: fc.nat(50_00),
});
/** The rate of a discount in basis points. Most lines and orders have no discount. */
const anyDiscountRateBps = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(10_000) });

const anyGeneralVat: fc.Arbitrary<Vat> = fc
  .constantFrom(...VAT_RATES_BPS)
  .map((rateBps) => ({ treatment: "general" as const, rateBps }));
const anyVat: fc.Arbitrary<Vat> = fc.oneof(
  anyGeneralVat,
  fc
    .constantFrom("zero" as const, "exempt" as const, "notSubject" as const, "notItemised" as const)
    .map((treatment) => ({ treatment, rateBps: 0 as const })),
);
/** The VAT of an order's lines, equally often the general rate (null), a mixture, or one treatment for all. */
const anyLineVats = fc.oneof(
  fc.constant(null),
  fc.array(anyVat, { minLength: 12, maxLength: 12 }),
  anyVat.map((vat) => Array.from({ length: 12 }, () => vat)),
);

/** Any sold order with its quote: any cart, promotions, discounts and VAT treatments. */
export const anyOrder: fc.Arbitrary<ChargedOrder & { quote: Quote }> = fc
  .record({
    cart: anyCart,
    terms: anyTerms,
    promotions: anyPromotionsOf(SIZE_IDS),
    lineShares: fc.array(anyDiscountRateBps, { minLength: 12, maxLength: 12 }),
    orderShare: anyDiscountRateBps,
    chargesVat: anyGeneralVat,
    vats: anyLineVats,
  })
  .map(({ cart, terms, promotions, lineShares, orderShare, chargesVat, vats }) => {
    const pricedLines: PricedLine[] = cart.lines.map(({ listPrices, pieces, isDigital }, index) => ({
      sizeId: String(index),
      prices: pricesIn(cart.shop, listPrices),
      pieces,
      isDigital,
    }));
    const wholesaleRule = { allowed: true, fromPieces: cart.fromPieces };
    const summary = summarizeCart(pricedLines, wholesaleRule, () => promotions);
    const promotionDiscounts = discountsBySize(summary.productDiscounts);
    const figures = quote(summary, terms);
    const lines = pricedLines.map(({ sizeId, prices, pieces }, i) => {
      const unitCents = unitPriceCents(prices, summary.isWholesale);
      const promotionCents = promotionDiscounts.get(sizeId) ?? 0;
      return {
        description: `Prenda ${i}`,
        identification: `SKU-${i}`,
        keys: resolveSatKeys(),
        pieces,
        unitPriceCents: unitCents,
        discountCents: promotionCents + discountCentsOf(pieces * unitCents - promotionCents, lineShares[i]!),
        vat: vats?.[i] ?? chargesVat,
      };
    });
    const otherLineDiscountCents =
      lines.reduce((sum, { discountCents }) => sum + discountCents, 0) - summary.productDiscountCents;
    return {
      quote: figures,
      lines,
      charges: {
        shipping: summary.freeShipping ? 0 : figures.shippingCents,
        extraShipping: summary.freeShipping ? 0 : figures.extraShippingCents,
        insurance: figures.insuranceCents,
        packaging: figures.packagingCents,
        onlineFee: figures.onlineFeeCents,
      },
      chargesVat,
      discountCents: discountCentsOf(figures.grandTotalCents - otherLineDiscountCents, orderShare),
    };
  });

/**
 * What the customer paid: the quote's grand total less the discounts that are not promotions. The quote knows only
 * promotions.
 */
export function paidCents(order: ChargedOrder & { quote: Quote }): Cents {
  const lineDiscountCents = order.lines.reduce((sum, { discountCents }) => sum + discountCents, 0);
  const promotionCents = order.quote.discountCents - order.quote.shippingDiscountCents;
  return order.quote.grandTotalCents - (lineDiscountCents - promotionCents) - order.discountCents;
}

function discountCentsOf(cents: Cents, rateBps: number): Cents {
  return Number((BigInt(cents) * BigInt(rateBps)) / 10_000n);
}
