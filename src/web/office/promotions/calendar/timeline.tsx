import { Link } from "react-router";
import { formatDateTime } from "../../../../domain/dates.ts";
import { placeRows, listWeekStarts, type PlacedRow, type TimelineRow } from "./timeline-grid.ts";

const WEEK_COUNT = 9;
const DAY_FORMAT = new Intl.DateTimeFormat("es-MX", {
  timeZone: "America/Mexico_City",
  day: "numeric",
  month: "short",
});

/** This week and the next ones as a grid with a bar for each row. In a narrow container, a list with dates. */
export function Timeline({ rows, now }: { rows: readonly TimelineRow[]; now: Date }) {
  const weekStarts = listWeekStarts(now, WEEK_COUNT);
  const placedRows = placeRows(rows, weekStarts);
  if (placedRows.length === 0)
    return <p className="text-soft">Nada corre ni empieza en las próximas {WEEK_COUNT} semanas.</p>;
  return (
    <div className="@container">
      <div aria-hidden className="hidden grid-cols-9 border-b border-line pb-1 text-sm text-soft @2xl:grid">
        {weekStarts.map((week) => (
          <span key={week.getTime()}>{DAY_FORMAT.format(week)}</span>
        ))}
      </div>
      <ul className="divide-y divide-line @2xl:divide-y-0">
        {placedRows.map((row) => (
          <TimelineItem key={`${row.path} ${row.from.getTime()} ${row.until?.getTime()}`} row={row} />
        ))}
      </ul>
    </div>
  );
}

function TimelineItem({ row: { label, from, until, path, firstColumn, lastColumn } }: { row: PlacedRow }) {
  return (
    <li className="py-2 @2xl:grid @2xl:grid-cols-9 @2xl:py-1">
      <Link
        to={path}
        style={{ gridColumn: `${firstColumn} / ${lastColumn + 1}` }}
        className="block min-w-0 rounded-box border border-accent-strong bg-accent-soft px-3 py-2 text-sm hover:bg-sand"
      >
        <span className="block truncate font-semibold">{label}</span>
        <span className="block text-soft @2xl:truncate">
          {formatDateTime(from)} {until ? `a ${formatDateTime(until)}` : "sin fin"}
        </span>
      </Link>
    </li>
  );
}
