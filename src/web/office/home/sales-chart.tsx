import { formatMoney } from "../../../domain/money.ts";

interface Day {
  /** "2026-11-22" */
  day: string;
  cents: number;
  previousCents: number;
  orders: number;
}

/** Height of the drawing and width of one day, in units of the viewBox. It is stretched to the page's width. */
const HEIGHT = 100;
const DAY_WIDTH = 10;

const SHORT_DAY_FORMAT = new Intl.DateTimeFormat("es-MX", { timeZone: "UTC", day: "numeric", month: "short" });
const formatShortDay = (day: string) => SHORT_DAY_FORMAT.format(new Date(`${day}T00:00:00Z`));

/**
 * The sales of each day as a bar, with the sales of 30 days before it as a line. The figures are also available as a
 * table.
 */
export function SalesChart({ days }: { days: readonly Day[] }) {
  const maxCents = Math.max(1, ...days.map(({ cents, previousCents }) => Math.max(cents, previousCents)));
  const heightOf = (cents: number) => (cents / maxCents) * HEIGHT;
  const [firstDay, middleDay, lastDay] = [days[0]!, days[Math.floor(days.length / 2)]!, days.at(-1)!];
  return (
    <figure className="space-y-2">
      <p className="text-right text-sm tabular text-soft">{formatMoney(maxCents)}</p>
      <svg
        role="img"
        aria-label={`Ventas por día, del ${formatShortDay(firstDay.day)} al ${formatShortDay(lastDay.day)}`}
        viewBox={`0 0 ${days.length * DAY_WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-40 w-full border-y border-line"
      >
        {days.map(({ day, cents, previousCents, orders }, index) => (
          <g key={day}>
            <title>{`${formatShortDay(day)}: ${formatMoney(cents)} en ${orders} ${orders === 1 ? "pedido" : "pedidos"}; antes ${formatMoney(previousCents)}`}</title>
            {/* Transparent. It makes the whole column of the day show the tooltip, also above the bar. */}
            <rect x={index * DAY_WIDTH} width={DAY_WIDTH} height={HEIGHT} className="fill-transparent" />
            <rect
              x={index * DAY_WIDTH + 1.5}
              width={DAY_WIDTH - 3}
              y={HEIGHT - heightOf(cents)}
              height={heightOf(cents)}
              className="fill-accent"
            />
            <line
              x1={index * DAY_WIDTH}
              x2={(index + 1) * DAY_WIDTH}
              y1={HEIGHT - heightOf(previousCents)}
              y2={HEIGHT - heightOf(previousCents)}
              vectorEffect="non-scaling-stroke"
              className="stroke-ink/60 stroke-2"
            />
          </g>
        ))}
      </svg>
      <p aria-hidden className="flex justify-between text-sm text-soft">
        {[firstDay, middleDay, lastDay].map(({ day }) => (
          <span key={day}>{formatShortDay(day)}</span>
        ))}
      </p>
      <figcaption className="flex flex-wrap gap-x-6 gap-y-1 text-sm text-soft">
        <span className="flex items-center gap-2">
          <span aria-hidden className="size-3 bg-accent" /> Estos 30 días
        </span>
        <span className="flex items-center gap-2">
          <span aria-hidden className="h-0.5 w-4 bg-ink/60" /> Los 30 anteriores
        </span>
      </figcaption>
      <details className="text-sm">
        <summary className="inline-flex min-h-9 items-center font-semibold underline underline-offset-4">
          Ver como tabla
        </summary>
        <table className="w-full tabular">
          <caption className="sr-only">Ventas por día</caption>
          <thead>
            <tr className="border-b border-line text-left">
              {["Día", "Pedidos", "Ventas", "30 días antes"].map((head, index) => (
                <th key={head} scope="col" className={index === 0 ? "py-1" : "py-1 text-right"}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ day, cents, previousCents, orders }) => (
              <tr key={day} className="border-b border-line">
                <td className="py-1">{formatShortDay(day)}</td>
                <td className="text-right">{orders}</td>
                <td className="text-right">{formatMoney(cents)}</td>
                <td className="text-right">{formatMoney(previousCents)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
