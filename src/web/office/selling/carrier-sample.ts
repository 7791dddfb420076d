import { formatMoney, type Cents } from "../../../domain/money.ts";
import { pricesIn } from "../../../domain/price.ts";
import { quote, summarizeCart, type CarrierTerms } from "../../../domain/quote.ts";
import type { Goods, SampleFigures } from "../settings/sample-figures.ts";

const RETAIL = { allowed: false, fromPieces: 1 };
/** A small parcel and a large one. */
const PARCELS = [3, 12];

/** What an order costs with a carrier as it is and as it would be; without one before, only as it would be. */
export function carrierSample(
  before: CarrierTerms | null,
  after: CarrierTerms,
  goods: Goods & { packagingCents: Cents },
): SampleFigures {
  const [is, willBe] = [before ? tell(before, goods) : {}, tell(after, goods)];
  return {
    title: `Un pedido de «${goods.product.name}»`,
    rows: Object.entries(willBe).map(([label, value]) => ({ label, before: is[label] ?? "–", after: value })),
  };
}

function tell(
  carrier: CarrierTerms,
  { product, packagingCents }: Goods & { packagingCents: Cents },
): Record<string, string> {
  const told: Record<string, string> = {};
  const prices = pricesIn({ kind: "headOffice" }, product.list);
  for (const pieces of PARCELS) {
    const summary = summarizeCart([{ prices, pieces, isDigital: false }], RETAIL);
    const figures = quote(summary, { carrier, insured: true, onlineFee: null, packagingCents });
    told[`${pieces} piezas: envío`] = formatMoney(figures.shippingCents + figures.extraShippingCents);
    told[`${pieces} piezas: seguro, si lo pide`] =
      figures.insuranceCents === 0 ? "no se ofrece" : formatMoney(figures.insuranceCents);
    told[`${pieces} piezas: total con seguro`] = formatMoney(figures.totalCents);
  }
  return told;
}
