import { formatMoney, type Cents } from "../../../domain/money.ts";
import { pricesIn } from "../../../domain/price.ts";
import { quote, summarizeCart, type CarrierTerms } from "../../../domain/quote.ts";
import type { SampleGoods } from "../../../server/settings/sample-cart.ts";
import type { SampleFigures } from "../settings/sample-figures.ts";

const RETAIL = { allowed: false, fromPieces: 1 };
/** Pieces of a small and a large parcel. */
const PARCELS = [3, 12];

/** What an order costs with the carrier's stored and entered terms. A new carrier has only entered terms. */
export function carrierSample(
  stored: CarrierTerms | null,
  entered: CarrierTerms,
  goods: SampleGoods & { packagingCents: Cents },
): SampleFigures {
  const storedRows = stored ? sampleRows(stored, goods) : {};
  return {
    title: `Un pedido de «${goods.product.name}»`,
    rows: Object.entries(sampleRows(entered, goods)).map(([label, value]) => ({
      label,
      stored: storedRows[label] ?? "–",
      entered: value,
    })),
  };
}

function sampleRows(
  carrier: CarrierTerms,
  { product, packagingCents }: SampleGoods & { packagingCents: Cents },
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
