import { Form, Link, useLocation, useNavigation, useSearchParams, useSubmit } from "react-router";
import { useEffect, useRef, type ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { useStoreListFilters } from "./last-list.ts";

/**
 * Search and filters of a list. All of them are in the URL, so that a list can be saved, shared and returned to. A
 * choice applies immediately and the search on Enter. Without JavaScript the button submits both.
 */
export function Filters({
  label,
  hint,
  children,
  moreFilters,
}: {
  label: string;
  hint?: string;
  children?: ReactNode;
  /** Rarely used filters, below the search and as wide as the list. */
  moreFilters?: ReactNode;
}) {
  const submit = useSubmit();
  useStoreListFilters();
  const { pathname } = useLocation();
  const [searchParams] = useSearchParams();
  const isBusy = useNavigation().state === "loading";
  const { field, storeFocus } = useRestoredFocus(searchParams.toString());
  return (
    <Form
      role="search"
      // The key makes React replace the form when the query changes, so that the fields of absent filters are empty.
      key={searchParams.toString()}
      className="flex flex-wrap items-start gap-3"
      onSubmit={storeFocus}
      onChange={(event) => {
        const isChoice = event.target instanceof HTMLSelectElement || submitsOnChange(event.target);
        if (isChoice) void submit(event.currentTarget, { preventScrollReset: true });
      }}
    >
      <div className="min-w-52 grow">
        <TextField
          ref={field}
          name="q"
          type="search"
          label={label}
          hint={hint}
          required={false}
          defaultValue={searchParams.get("q") ?? ""}
        />
      </div>
      {children}
      {/* Aligned with the inputs beside it, which are below their labels. */}
      <div className="mt-6.5 flex flex-wrap items-center gap-3">
        <Button type="submit" variant="secondary" busy={isBusy}>
          Buscar
        </Button>
        {searchParams.size > 0 && (
          <Link to={pathname} className="flex min-h-11 items-center text-sm font-semibold underline underline-offset-4">
            Quitar filtros
          </Link>
        )}
      </div>
      {moreFilters && <div className="w-full">{moreFilters}</div>}
    </Form>
  );
}

/**
 * Restores the focus of the search field after a search with Enter, and selects its text, so that the next scanned code
 * replaces it.
 */
function useRestoredFocus(query: string) {
  const field = useRef<HTMLInputElement>(null);
  const hadFocus = useRef(false);
  useEffect(() => {
    if (hadFocus.current) field.current?.select();
    hadFocus.current = false;
  }, [query]);
  return { field, storeFocus: () => void (hadFocus.current = document.activeElement === field.current) };
}

function submitsOnChange(target: EventTarget): boolean {
  return target instanceof HTMLInputElement && (target.type === "checkbox" || target.type === "date");
}
