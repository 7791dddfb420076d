import { Form } from "react-router";
import { useEffect, useState, type ReactNode } from "react";

/**
 * Actions for all ticked rows of the `Table` whose `select.form` is this id. The bar is at the bottom of the screen
 * once a row is ticked (the element around both needs the class "group/list"). The form carries each row's key as
 * `row`, and the buttons carry the intent. `all` is how many rows match the list's filters; the checkbox for all of
 * them sends `all=1`.
 */
export function BulkBar({ id, all = 0, children }: { id: string; all?: number; children: ReactNode }) {
  const ticked = useTicked(id);
  return (
    <Form
      id={id}
      method="post"
      className="sticky bottom-0 z-10 hidden max-h-48 flex-wrap items-center overflow-y-auto md:max-h-none gap-3 rounded-box border border-line bg-card p-3 shadow-lg group-has-[[name=row]:checked]/list:flex"
    >
      <p className="text-sm font-semibold" aria-live="polite">
        {ticked === 0 ? "Con los elegidos" : ticked === 1 ? "Con el elegido" : `Con los ${ticked} elegidos`}:
      </p>
      {all > 0 && (
        // Unticked with the last row, so that a later choice does not start with all rows.
        <label key={String(ticked === 0)} className="flex min-h-11 items-center gap-2 text-sm font-semibold">
          <input type="checkbox" name="all" value="1" className="size-5 accent-(--accent-strong)" />
          Los {all.toLocaleString("es-MX")} de la lista
        </label>
      )}
      {children}
    </Form>
  );
}

/** How many rows of this form are ticked. */
function useTicked(form: string): number {
  const [ticked, setTicked] = useState(0);
  useEffect(() => {
    const count = () => setTicked(document.querySelectorAll(`[name="row"][form="${form}"]:checked`).length);
    count();
    addEventListener("change", count);
    return () => removeEventListener("change", count);
  }, [form]);
  return ticked;
}
