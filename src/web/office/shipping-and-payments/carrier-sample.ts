import { formatMoney, type Cents } from "../../../domain/money.ts";
import { pricesIn } from "../../../domain/price.ts";
import { quote, summarizeCart, type CarrierTerms } from "../../../domain/quote.ts";
import type { SampleProductAndCarrier } from "../../../server/settings/sample-product-and-carrier.ts";
import type { SampleFigures } from "../settings/sample-figures.ts";

const NO_WHOLESALE = { allowed: false, fromPieces: 1 };
/** Pieces of a small and a large parcel. */
const PARCEL_PIECES = [3, 12];

/** What an order costs with the carrier's stored and entered terms. A new carrier has only entered terms. */
export function computeCarrierSample(
  storedTerms: CarrierTerms | null,
  enteredTerms: CarrierTerms,
  goods: SampleProductAndCarrier & { packagingCents: Cents },
): SampleFigures {
  const storedRows = storedTerms ? computeSampleRows(storedTerms, goods) : {};
  return {
    title: `Un pedido de «${goods.product.name}»`,
    rows: Object.entries(computeSampleRows(enteredTerms, goods)).map(([label, value]) => ({
      label,
      stored: storedRows[label] ?? "–",
      entered: value,
    })),
  };
}

function computeSampleRows(
  carrier: CarrierTerms,
  { product, packagingCents }: SampleProductAndCarrier & { packagingCents: Cents },
): Record<string, string> {
  const amounts: Record<string, string> = {};
  const prices = pricesIn({ kind: "headOffice" }, product.basePrices);
  for (const pieces of PARCEL_PIECES) {
    const summary = summarizeCart([{ sizeId: "", prices, pieces, isDigital: false }], NO_WHOLESALE);
    const figures = quote(summary, { carrier, insured: true, onlineFee: null, packagingCents });
    amounts[`${pieces} piezas: envío`] = formatMoney(figures.shippingCents + figures.extraShippingCents);
    amounts[`${pieces} piezas: seguro, si lo pide`] =
      figures.insuranceCents === 0 ? "no se ofrece" : formatMoney(figures.insuranceCents);
    amounts[`${pieces} piezas: total con seguro`] = formatMoney(figures.totalCents);
  }
  return amounts;
}
