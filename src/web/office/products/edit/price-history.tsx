import { formatDateTime } from "../../../../domain/dates.ts";
import { formatMoney } from "../../../../domain/money.ts";
import type { ChargedPrice } from "../../../../domain/price-history.ts";
import { Section } from "../../kit/section.tsx";
import { Table } from "../../kit/table.tsx";

/** The prices charged for a product, newest first: in the head office, and in branches that charged other prices. */
export function PriceHistory({ shops }: { shops: readonly { name: string; prices: readonly ChargedPrice[] }[] }) {
  return (
    <Section title="Historial de precios">
      <p className="text-sm text-soft">
        Lo que se cobró por pieza, con sus ofertas de todas las tallas. Se anota solo y no se puede cambiar.
      </p>
      {shops.map(({ name, prices }, index) => (
        <details key={name} open={index === 0}>
          <summary className="inline-flex min-h-9 items-center font-semibold underline underline-offset-4">
            {name}
          </summary>
          <Table
            caption={`Precios en ${name}`}
            keyOf={({ from }) => from.toISOString()}
            rows={prices}
            columns={[
              { head: "Precio", isTitle: true, cell: ({ cents }) => formatMoney(cents) },
              {
                head: "Oferta",
                cell: ({ formerPriceCents }) =>
                  formerPriceCents === null ? "—" : `antes ${formatMoney(formerPriceCents)}`,
              },
              { head: "Desde", cell: ({ from }) => formatDateTime(from) },
              { head: "Hasta", cell: ({ to }) => (prices[0]!.to === to ? "hoy" : formatDateTime(to)) },
            ]}
          />
        </details>
      ))}
    </Section>
  );
}
