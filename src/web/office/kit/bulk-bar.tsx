import { Form, useLocation } from "react-router";
import { useEffect, useState, type ReactNode } from "react";

/**
 * Actions for the selected rows of the `Table` whose `select.formId` is this id. The bar appears at the bottom of the
 * screen once a row is selected, if a common parent of both has the class "group/list". The form sends the key of each
 * selected row as `row`. The pressed button sends the intent. `matchCount` is the number of rows that match the list's
 * filters. If it is given, a checkbox for all of them sends `all=1`.
 */
export function BulkBar({ id, matchCount = 0, children }: { id: string; matchCount?: number; children: ReactNode }) {
  const { search } = useLocation();
  const selectedCount = useSelectedCount(id, search);
  return (
    <Form
      id={id}
      method="post"
      className="sticky bottom-0 z-10 hidden max-h-48 flex-wrap items-center overflow-y-auto md:max-h-none gap-3 rounded-box border border-line bg-card p-3 shadow-lg group-has-[[name=row]:checked]/list:flex"
    >
      <p className="text-sm font-semibold" aria-live="polite">
        {selectedCount === 0
          ? "Con los elegidos"
          : selectedCount === 1
            ? "Con el elegido"
            : `Con los ${selectedCount} elegidos`}
        :
      </p>
      {matchCount > 0 && (
        // The key resets the checkbox for another list and when no row is selected: a later selection does not start with
        // all rows.
        <label
          key={`${selectedCount === 0} ${search}`}
          className="flex min-h-11 items-center gap-2 text-sm font-semibold"
        >
          <input type="checkbox" name="all" value="1" className="size-5 accent-(--accent-strong)" />
          Los {matchCount.toLocaleString("es-MX")} de la lista
        </label>
      )}
      {children}
    </Form>
  );
}

/** The number of selected rows of this form, counted again when the filters or the page of the list change. */
function useSelectedCount(formId: string, search: string): number {
  const [selectedCount, setSelectedCount] = useState(0);
  useEffect(() => {
    const updateCount = () =>
      setSelectedCount(document.querySelectorAll(`[name="row"][form="${formId}"]:checked`).length);
    updateCount();
    addEventListener("change", updateCount);
    return () => removeEventListener("change", updateCount);
  }, [formId, search]);
  return selectedCount;
}
