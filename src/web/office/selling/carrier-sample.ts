import { formatMoney, type Cents } from "../../../domain/money.ts";
import { pricesIn } from "../../../domain/price.ts";
import { quote, summarizeCart, type CarrierTerms } from "../../../domain/quote.ts";
import type { Goods, SampleFigures } from "../settings/sample-figures.ts";

const RETAIL = { allowed: false, fromPieces: 1 };
/** Pieces of a small and a large parcel. */
const PARCELS = [3, 12];

/** What an order costs with the carrier's stored and typed terms. A new carrier has only typed terms. */
export function carrierSample(
  before: CarrierTerms | null,
  after: CarrierTerms,
  goods: Goods & { packagingCents: Cents },
): SampleFigures {
  const [stored, typed] = [before ? sampleRows(before, goods) : {}, sampleRows(after, goods)];
  return {
    title: `Un pedido de «${goods.product.name}»`,
    rows: Object.entries(typed).map(([label, value]) => ({ label, before: stored[label] ?? "–", after: value })),
  };
}

function sampleRows(
  carrier: CarrierTerms,
  { product, packagingCents }: Goods & { packagingCents: Cents },
): Record<string, string> {
  const amounts: Record<string, string> = {};
  const prices = pricesIn({ kind: "headOffice" }, product.list);
  for (const pieces of PARCELS) {
    const summary = summarizeCart([{ sizeId: "", prices, pieces, isDigital: false }], RETAIL);
    const figures = quote(summary, { carrier, insured: true, onlineFee: null, packagingCents });
    amounts[`${pieces} piezas: envío`] = formatMoney(figures.shippingCents + figures.extraShippingCents);
    amounts[`${pieces} piezas: seguro, si lo pide`] =
      figures.insuranceCents === 0 ? "no se ofrece" : formatMoney(figures.insuranceCents);
    amounts[`${pieces} piezas: total con seguro`] = formatMoney(figures.totalCents);
  }
  return amounts;
}
