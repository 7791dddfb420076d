import { Form, Link, useFetcher, useLocation } from "react-router";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { TextField } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Notice } from "../../ui/notice.tsx";
import { officePaths } from "../paths.ts";
import type { action } from "../views/route.tsx";

interface View {
  /** Null for a built-in view, which cannot be removed. */
  id: string | null;
  name: string;
  query: string;
}

/** The views of a list: the built-in ones and then the member's own. The current filters can be saved under a name. */
export function SavedViews({
  builtInViews,
  savedViews,
}: {
  builtInViews: readonly { name: string; query: string }[];
  savedViews: readonly View[];
}) {
  const { pathname, search } = useLocation();
  const saveFetcher = useFetcher<typeof action>();
  const currentQuery = canonicalQuery(search);
  const views: View[] = [...builtInViews.map((view) => ({ ...view, id: null })), ...savedViews];
  const isExistingView = views.some(({ query }) => canonicalQuery(query) === currentQuery);
  return (
    <div className="space-y-3">
      <ul aria-label="Vistas de la lista" className="flex flex-wrap gap-2">
        {views.map(({ id, name, query }) => {
          const isCurrent = canonicalQuery(query) === currentQuery;
          return (
            <li
              key={id ?? name}
              className={cx(
                "flex rounded-full border text-sm",
                isCurrent ? "border-accent-strong bg-accent-soft" : "border-line bg-card",
              )}
            >
              <Link
                to={`?${query}`}
                aria-current={isCurrent ? "page" : undefined}
                className={cx("flex min-h-9 items-center font-semibold", id === null ? "px-4" : "pl-4 pr-2")}
              >
                {name}
              </Link>
              {id !== null && (
                <Form method="post" action={officePaths.savedViews} className="flex">
                  <input type="hidden" name="path" value={pathname} />
                  <button
                    name="delete"
                    value={id}
                    aria-label={`Quitar la vista ${name}`}
                    className="min-w-9 pr-2 text-soft"
                  >
                    <Icon name="close" className="mx-auto size-4" />
                  </button>
                </Form>
              )}
            </li>
          );
        })}
      </ul>
      {currentQuery !== "" && !isExistingView && (
        <details className="text-sm">
          <summary className="inline-flex min-h-9 items-center font-semibold underline underline-offset-4">
            Guardar esta vista
          </summary>
          <saveFetcher.Form
            method="post"
            action={officePaths.savedViews}
            className="flex flex-wrap items-end gap-3 pt-2"
          >
            {saveFetcher.data?.failure && <Notice tone="error" alert title={saveFetcher.data.failure} />}
            <input type="hidden" name="path" value={pathname} />
            <input type="hidden" name="query" value={currentQuery} />
            <TextField name="name" label="Nombre de la vista" maxLength={40} />
            <Button type="submit" variant="secondary" busy={saveFetcher.state !== "idle"}>
              Guardar
            </Button>
          </saveFetcher.Form>
        </details>
      )}
    </div>
  );
}

/** A query in canonical form: sorted, without empty values, and without the start of the page (`desde`). */
function canonicalQuery(query: string): string {
  const filledFields = [...new URLSearchParams(query)].filter(([name, value]) => value !== "" && name !== "desde");
  const sortedFields = new URLSearchParams(filledFields);
  sortedFields.sort();
  return sortedFields.toString();
}
