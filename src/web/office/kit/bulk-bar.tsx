import { Form } from "react-router";
import type { ReactNode } from "react";

/**
 * What can be done with all ticked rows of the `Table` whose `select.form` is this id: shown along the bottom once one is
 * ticked (the part around both needs the class "group/list"). The form carries each row's key under `row`; buttons say
 * what under their own name.
 */
export function BulkBar({ id, children }: { id: string; children: ReactNode }) {
  return (
    <Form
      id={id}
      method="post"
      className="sticky bottom-0 z-10 hidden flex-wrap items-center gap-3 rounded-box border border-line bg-card p-3 shadow-lg group-has-[[name=row]:checked]/list:flex"
    >
      <p className="text-sm font-semibold">Con los elegidos:</p>
      {children}
    </Form>
  );
}
