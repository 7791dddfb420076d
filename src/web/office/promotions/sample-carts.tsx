import { marginText } from "../../../domain/margin.ts";
import { formatMoney } from "../../../domain/money.ts";
import type { PromotionPreview, SampleCart } from "../../../server/promotions/preview-promotion.ts";

const PROBLEM_TEXT = {
  noProducts: "Nada de lo que se vende en esta tienda entra en la promoción.",
  noDay: "Entre su inicio y su fin no hay ninguno de sus días: nunca se aplicaría.",
};

/** The sample carts, with their prices without promotions and with all that apply to them. */
export function SampleCarts({ preview }: { preview: PromotionPreview | undefined }) {
  if (!preview) {
    return <p className="text-sm text-soft">Llena lo que falta y aquí ves carritos de muestra con sus cuentas.</p>;
  }
  if ("problem" in preview) return <p className="text-sm font-medium text-error">{PROBLEM_TEXT[preview.problem]}</p>;
  return (
    <div className="grid gap-4 md:grid-cols-3 xl:grid-cols-1">
      {preview.carts.map((cart) => (
        <SampleCartSection key={cart.title} {...cart} />
      ))}
    </div>
  );
}

function SampleCartSection({
  title,
  lines,
  isWholesale,
  beforeCents,
  afterCents,
  freeShippingLabel,
  margin,
}: SampleCart) {
  const discountCents = beforeCents - afterCents;
  return (
    <section aria-label={title} className="space-y-2 rounded-box border border-line p-4 text-sm">
      <h3 className="font-bold">{title}</h3>
      <ul className="space-y-2">
        {lines.map(({ name, pieces, beforeCents: lineBeforeCents, discounts, afterCents: lineAfterCents }) => (
          <li key={name}>
            <p className="flex justify-between gap-3">
              <span className="min-w-0 wrap-anywhere">
                {pieces} × {name}
              </span>
              <span className="tabular shrink-0">{formatMoney(lineBeforeCents)}</span>
            </p>
            {/* The key is the position, because two promotions may have the same label. */}
            {Array.from(discounts.entries(), ([position, { label, cents }]) => (
              <p key={position} className="flex justify-between gap-3 text-success">
                <span className="min-w-0 wrap-anywhere">{label}</span>
                <span className="tabular shrink-0">{formatMoney(-cents)}</span>
              </p>
            ))}
            {discounts.length > 0 && (
              <p className="flex justify-between gap-3 text-soft">
                <span>Queda en</span>
                <span className="tabular">{formatMoney(lineAfterCents)}</span>
              </p>
            )}
          </li>
        ))}
      </ul>
      {isWholesale && <p className="text-soft">A precio de mayoreo.</p>}
      {freeShippingLabel !== null && <p className="text-success">Envío gratis por «{freeShippingLabel}».</p>}
      <p className="flex justify-between gap-3 border-t border-line pt-2 font-semibold">
        <span>{discountCents > 0 ? `Antes ${formatMoney(beforeCents)}` : "Sin descuento"}</span>
        <span className="tabular">{formatMoney(afterCents)}</span>
      </p>
      {margin && (
        <p className={margin.cents < 0 ? "font-semibold text-error" : "text-soft"}>
          {margin.cents < 0 ? "Pierdes: te quedan " : "Te quedan "}
          {marginText(margin)}
          {freeShippingLabel !== null && ", sin contar el envío que pagas"}.
        </p>
      )}
    </section>
  );
}
