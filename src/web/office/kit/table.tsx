import type { ReactNode } from "react";
import { cx } from "../../ui/class-names.ts";

export interface Column<Row> {
  head: string;
  cell: (row: Row) => ReactNode;
  /** Aligned to the right. */
  isNumeric?: boolean;
  /** Names the row: the heading of its card. It is shown without its column heading there. */
  isTitle?: boolean;
  /** Shown without its column heading in a card. */
  isPicture?: boolean;
}

/** A table with at least this many columns needs a wider container. */
const MANY_COLUMNS = 7;

interface RowProps<Row> {
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string;
  select?: { formId: string; label: (row: Row) => string };
}

/**
 * The rows of a list: a table where its columns fit (`in-rows`, office.css), and otherwise a card for each row.
 * `select` adds a checkbox named `row` to each row, for the form of that id (bulk-bar.tsx).
 */
export function Table<Row>({
  caption,
  columns,
  rows,
  keyOf,
  select,
}: RowProps<Row> & {
  /** Caption for screen readers. */
  caption: string;
  rows: readonly Row[];
}) {
  return (
    <div className={columns.length < MANY_COLUMNS ? "@container/few" : "@container/many"}>
      <table className="block w-full text-sm in-rows:table">
        <caption className="sr-only">{caption}</caption>
        <thead className={cx("in-rows:table-header-group", select ? "block" : "hidden")}>
          <tr className="block border-b border-line text-left in-rows:table-row">
            {select && (
              <th className="block py-2 font-semibold in-rows:table-cell in-rows:w-10 in-rows:pl-1">
                <label className="flex min-h-11 items-center gap-3 in-rows:min-h-0">
                  {/* The key unticks it for other rows, which begin without a tick. */}
                  <input
                    key={rows.map(keyOf).join(" ")}
                    type="checkbox"
                    onChange={(event) => setAllSelected(select.formId, event.target.checked)}
                    className="size-5 accent-(--accent-strong)"
                  />
                  <span className="in-rows:sr-only">Elegir todos los que se ven</span>
                </label>
              </th>
            )}
            {columns.map(({ head, isNumeric }) => (
              <th
                key={head}
                scope="col"
                className={cx("hidden px-2 py-2 font-semibold text-soft in-rows:table-cell", isNumeric && "text-right")}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="block in-rows:table-row-group">
          {rows.map((row) => (
            <TableRow key={keyOf(row)} {...{ row, keyOf, columns, select }} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function TableRow<Row>({ row, columns, keyOf, select }: RowProps<Row> & { row: Row }) {
  return (
    <tr className="relative flex flex-wrap gap-x-4 gap-y-1 border-b border-line py-3 has-checked:bg-accent-soft in-rows:table-row in-rows:hover:bg-sand">
      {select && (
        <td className="in-rows:w-10 in-rows:py-2.5 in-rows:pl-1 in-rows:align-top">
          <input
            type="checkbox"
            name="row"
            value={keyOf(row)}
            form={select.formId}
            aria-label={select.label(row)}
            className="size-5 align-middle accent-(--accent-strong)"
          />
        </td>
      )}
      {columns.map(({ head, cell, isNumeric, isTitle, isPicture }) => (
        <td
          key={head}
          className={cx(
            "in-rows:px-2 in-rows:py-2.5 in-rows:align-top",
            isNumeric && "tabular in-rows:text-right",
            isTitle && "grow font-semibold in-rows:font-normal",
          )}
        >
          {!isTitle && !isPicture && <span className="text-soft in-rows:hidden">{head}: </span>}
          {cell(row)}
        </td>
      ))}
    </tr>
  );
}

function setAllSelected(formId: string, isSelected: boolean): void {
  for (const checkbox of document.querySelectorAll<HTMLInputElement>(`[name="row"][form="${formId}"]`))
    checkbox.checked = isSelected;
}
