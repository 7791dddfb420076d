import { Form, Link, useFetcher, useLocation } from "react-router";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { TextField } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Notice } from "../../ui/notice.tsx";
import { officePaths } from "../paths.ts";
import type { action } from "../views/route.tsx";

interface View {
  /** Null: one that comes with the list and stays. */
  id: string | null;
  name: string;
  query: string;
}

/** A list's views to choose from: those that come with it, then her own; what is asked now can be kept under a name. */
export function SavedViews({
  given,
  own,
}: {
  given: readonly { name: string; query: string }[];
  own: readonly View[];
}) {
  const { pathname, search } = useLocation();
  const keeper = useFetcher<typeof action>();
  const asked = plain(search);
  const views: View[] = [...given.map((view) => ({ ...view, id: null })), ...own];
  const isKnown = views.some(({ query }) => plain(query) === asked);
  return (
    <div className="space-y-3">
      <ul aria-label="Vistas de la lista" className="flex flex-wrap gap-2">
        {views.map(({ id, name, query }) => {
          const isHere = plain(query) === asked;
          return (
            <li
              key={id ?? name}
              className={cx(
                "flex rounded-full border text-sm",
                isHere ? "border-accent-strong bg-accent-soft" : "border-line bg-card",
              )}
            >
              <Link
                to={`?${query}`}
                aria-current={isHere ? "page" : undefined}
                className={cx("flex min-h-9 items-center font-semibold", id === null ? "px-4" : "pl-4 pr-2")}
              >
                {name}
              </Link>
              {id !== null && (
                <Form method="post" action={officePaths.views} className="flex">
                  <input type="hidden" name="path" value={pathname} />
                  <button
                    name="drop"
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
      {asked !== "" && !isKnown && (
        <details className="text-sm">
          <summary className="inline-flex min-h-9 items-center font-semibold underline underline-offset-4">
            Guardar esta vista
          </summary>
          <keeper.Form method="post" action={officePaths.views} className="flex flex-wrap items-end gap-3 pt-2">
            {keeper.data?.failure && <Notice tone="bad" alert title={keeper.data.failure} />}
            <input type="hidden" name="path" value={pathname} />
            <input type="hidden" name="query" value={asked} />
            <TextField name="name" label="Nombre de la vista" maxLength={40} />
            <Button type="submit" variant="secondary" busy={keeper.state !== "idle"}>
              Guardar
            </Button>
          </keeper.Form>
        </details>
      )}
    </div>
  );
}

/** What is asked, without the page and without what was left empty, in one order. */
function plain(query: string): string {
  const asked = [...new URLSearchParams(query)].filter(([name, value]) => value !== "" && name !== "desde");
  const plainly = new URLSearchParams(asked);
  plainly.sort();
  return plainly.toString();
}
