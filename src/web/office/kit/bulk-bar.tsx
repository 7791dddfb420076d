import { Form } from "react-router";
import { useEffect, useState, type ReactNode } from "react";

/**
 * What can be done with all ticked rows of the `Table` whose `select.form` is this id: shown along the bottom once one is
 * ticked (the part around both needs the class "group/list"). The form carries each row's key under `row`; buttons say
 * what under their own name. `all`: so many match the list's filters, of which a page shows some; ticked, the form says
 * `all=1`.
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
        // Unticked again with the last row: who chooses one later must not find all chosen.
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
