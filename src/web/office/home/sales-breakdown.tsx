import { formatMoney } from "../../../domain/money.ts";
import { PercentChange } from "./percent-change.tsx";

interface SalesPart {
  kind: "named" | "others" | "charges" | "refunds";
  name: string | null;
  cents: number;
  previousCents: number;
  pieces: number;
}

/** Labels of the rows that stand for no single brand, size or shop. With them a breakdown adds up to the sales. */
const KIND_LABEL = {
  others: "Todas las demás",
  charges: "Envío, seguro, empaque y comisión",
  refunds: "Devuelto a clientes",
} as const;

/**
 * A breakdown of the sales with a bar for each named part, the largest first. The sum of the other parts, and amounts
 * that belong to no part, follow without a bar.
 */
export function SalesBreakdown({
  title,
  parts,
  unnamedLabel = "Sin nombre",
}: {
  title: string;
  parts: readonly SalesPart[];
  unnamedLabel?: string;
}) {
  const maxCents = Math.max(1, ...parts.map(({ cents }) => cents));
  return (
    <section className="min-w-0 space-y-3">
      <h3 className="font-bold">{title}</h3>
      <ul className="space-y-3 text-sm">
        {parts.map(({ kind, name, cents, previousCents, pieces }) => (
          <li key={`${kind} ${name}`}>
            <p className="flex flex-wrap justify-between gap-x-3">
              <span className="font-semibold wrap-anywhere">
                {kind === "named" ? (name ?? unnamedLabel) : KIND_LABEL[kind]}
              </span>
              <span className="tabular">{formatMoney(cents)}</span>
            </p>
            {kind === "named" && (
              <svg aria-hidden viewBox="0 0 100 4" preserveAspectRatio="none" className="my-1 h-2 w-full bg-sand">
                <rect width={(Math.max(0, cents) / maxCents) * 100} height={4} className="fill-accent" />
              </svg>
            )}
            {(kind === "named" || kind === "others") && (
              <p className="text-soft">
                {pieces} {pieces === 1 ? "pieza" : "piezas"} · <PercentChange now={cents} before={previousCents} />
              </p>
            )}
          </li>
        ))}
        <li className="flex flex-wrap justify-between gap-x-3 border-t border-line pt-3">
          <span className="font-bold">Ventas</span>
          <span className="font-bold tabular">{formatMoney(parts.reduce((sum, { cents }) => sum + cents, 0))}</span>
        </li>
      </ul>
    </section>
  );
}
