import { formatMoney, toCents } from "../../../domain/money.ts";
import { LoadFailure } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { InstallmentsNote } from "../cart/installments-note.tsx";
import type { WireQuote } from "./use-quote.ts";

/** The figures that the server computed. Figures of zero are left out. */
export function OrderSummary({
  quote,
  error,
  onRetry,
  lacksCarrier,
}: {
  quote: WireQuote | null;
  /** No carrier is chosen yet, so the total is labelled as being without shipping. */
  lacksCarrier: boolean;
  error: string | null;
  onRetry: () => void;
}) {
  if (error) return <LoadFailure title={error} onRetry={onRetry} />;
  if (!quote) return <Skeleton className="h-40 w-full" />;
  const rows: [string, number][] = [
    [`Productos (${quote.pieces} ${quote.pieces === 1 ? "pieza" : "piezas"})`, quote.subtotal],
    ...quote.discounts.map(({ label, amount }): [string, number] => [label, -amount]),
    ["Envío", quote.shipping],
    ["Envío de piezas extra", quote.extraFee],
    ["Seguro de envío", quote.insurance],
    ["Empaque", quote.packaging],
  ];
  return (
    <div className="space-y-3">
      <h3 className="text-lg font-semibold">Resumen</h3>
      {quote.wholesale && <p className="text-sm font-semibold text-success">Con precio de mayoreo</p>}
      <dl className="space-y-1.5 text-sm">
        {/* The key of a row is its position, because two promotions may have the same label. */}
        {Array.from(rows.filter(([, pesos]) => pesos !== 0).entries(), ([position, [label, pesos]]) => (
          <Row key={position} label={label} pesos={pesos} />
        ))}
        {quote.fee > 0 && (
          <>
            <Row label="SubTotal" pesos={quote.total} />
            <Row label="Comisión" pesos={quote.fee} />
          </>
        )}
      </dl>
      <p className="flex justify-between border-t border-line pt-3 text-lg font-semibold">
        <span>{lacksCarrier ? "Total sin envío" : "Total"}</span>
        <span className="tabular">{formatMoney(toCents(quote.grandTotal))}</span>
      </p>
      {quote.savings > 0 && (
        <p className="text-sm font-semibold text-success">Ahorras {formatMoney(toCents(quote.savings))}</p>
      )}
      <InstallmentsNote installments={quote.installments} total={quote.grandTotal} />
    </div>
  );
}

function Row({ label, pesos }: { label: string; pesos: number }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-soft">{label}</dt>
      <dd className="tabular">{formatMoney(toCents(pesos))}</dd>
    </div>
  );
}
