import { formatMoney } from "../../../../domain/money.ts";
import type { Quote } from "../../../../domain/quote.ts";
import { Button } from "../../../ui/button.tsx";
import { Section } from "../../kit/section.tsx";

/** The total to tell the customer, and the button that places the order at this total. */
export function Summary({ quote }: { quote: Quote }) {
  const amounts: [string, number][] = [
    ["Subtotal", quote.subtotalCents],
    ...quote.discounts.map(({ label, cents }): [string, number] => [label, -cents]),
    ["Envío", quote.shippingCents],
    ["Envío de piezas extra", quote.extraShippingCents],
    ["Seguro de envío", quote.insuranceCents],
    ["Empaque", quote.packagingCents],
    ["Comisión por pago en línea", quote.onlineFeeCents],
  ];
  return (
    <Section title="Total">
      <dl className="max-w-sm space-y-1 text-sm">
        {/* The key is the position, because two promotions may have the same label. */}
        {Array.from(amounts.filter(([, cents]) => cents !== 0).entries(), ([position, [label, cents]]) => (
          <div key={position} className="flex justify-between gap-4">
            <dt>{label}</dt>
            <dd className="tabular">{formatMoney(cents)}</dd>
          </div>
        ))}
        <div className="flex justify-between gap-4 text-base font-bold">
          <dt>Total</dt>
          <dd className="tabular">{formatMoney(quote.grandTotalCents)}</dd>
        </div>
      </dl>
      <p className="text-sm text-soft">
        {quote.pieces === 1 ? "1 pieza" : `${quote.pieces} piezas`}
        {quote.isWholesale && ", a precio de mayoreo"}. Si cambias algo, mira el total otra vez.
      </p>
      <input type="hidden" name="expected" value={quote.grandTotalCents} />
      <Button type="submit" name="intent" value="place">
        Tomar el pedido
      </Button>
    </Section>
  );
}
