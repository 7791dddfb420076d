import type { ReactNode } from "react";
import { cx } from "../../ui/class-names.ts";

export interface Column<Row> {
  head: string;
  cell: (row: Row) => ReactNode;
  /** Figures stand at the right. */
  isFigure?: boolean;
  /** Names the row: the card's heading on a phone. */
  isTitle?: boolean;
  /** Says itself what it is: on a phone without its head. */
  isPicture?: boolean;
}

/**
 * Rows of a list: a table from 768 px, below it a card a row. `select` puts a box before each row that belongs to the form
 * of that id (bulk-bar.tsx), under the name `row`.
 */
export function Table<Row>({
  caption,
  columns,
  rows,
  keyOf,
  select,
}: {
  /** Read to who cannot see it. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  select?: { form: string; label: (row: Row) => string };
}) {
  return (
    <table className="block w-full text-sm md:table">
      <caption className="sr-only">{caption}</caption>
      <thead className="max-md:hidden">
        <tr className="border-b border-line text-left">
          {select && (
            <th className="w-10 py-2">
              <input
                type="checkbox"
                aria-label="Elegir todos los que se ven"
                onChange={(event) => tickAll(select.form, event.target.checked)}
                className="size-5 align-middle accent-(--accent-strong)"
              />
            </th>
          )}
          {columns.map(({ head, isFigure }) => (
            <th
              key={head}

              scope="col"
              className={cx("px-2 py-2 font-semibold text-soft", isFigure && "text-right")}
            >
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="block md:table-row-group">
        {rows.map((row) => (
          <tr
            key={keyOf(row)}

            className="relative flex flex-wrap gap-x-4 gap-y-1 border-b border-line py-3 has-checked:bg-accent-soft md:table-row md:hover:bg-sand"
          >
            {select && (
              <td className="md:w-10 md:py-2 md:pl-1">
                <input
                  type="checkbox"
                  name="row"
                  value={keyOf(row)}
                  form={select.form}
                  aria-label={select.label(row)}
                  className="size-5 align-middle accent-(--accent-strong)"
                />
              </td>
            )}
            {columns.map(({ head, cell, isFigure, isTitle, isPicture }) => (
              <td
                key={head}

                className={cx(
                  "md:px-2 md:py-2.5 md:align-top",
                  isFigure && "tabular md:text-right",
                  isTitle && "max-md:grow max-md:font-semibold",
                )}
              >
                {!isTitle && !isPicture && <span className="text-soft md:hidden">{head}: </span>}
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function tickAll(form: string, isTicked: boolean): void {
  for (const box of document.querySelectorAll<HTMLInputElement>(`[name="row"][form="${form}"]`)) box.checked = isTicked;
}
