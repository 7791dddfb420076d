import { Form, Link, useLocation, useNavigation, useSearchParams, useSubmit } from "react-router";
import { useEffect, useRef, type ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { useStoreList } from "./last-list.ts";

/**
 * Search and filters of a list. All of them are in the URL, so that a list can be saved, shared and returned to. A
 * choice applies immediately and the search on Enter. Without JavaScript the button submits both.
 */
export function Filters({
  label,
  hint,
  children,
  more,
}: {
  label: string;
  hint?: string;
  children?: ReactNode;
  /** Rarely used filters, below the search and as wide as the list. */
  more?: ReactNode;
}) {
  const submit = useSubmit();
  useStoreList();
  const { pathname } = useLocation();
  const [searchParams] = useSearchParams();
  const isBusy = useNavigation().state === "loading";
  const { field, keepFocus } = useKeptFocus(searchParams.toString());
  return (
    <Form
      role="search"
      // Another list of the same screen is a new form, so that absent filters are empty again.
      key={searchParams.toString()}
      className="flex flex-wrap items-start gap-3"
      onSubmit={keepFocus}
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
      {more && <div className="w-full">{more}</div>}
    </Form>
  );
}

/**
 * After a search by Enter the field of the new form has the focus, and its text is selected: the next code of a scanner
 * replaces it.
 */
function useKeptFocus(list: string) {
  const field = useRef<HTMLInputElement>(null);
  const hadFocus = useRef(false);
  useEffect(() => {
    if (hadFocus.current) field.current?.select();
    hadFocus.current = false;
  }, [list]);
  return { field, keepFocus: () => void (hadFocus.current = document.activeElement === field.current) };
}

function submitsOnChange(target: EventTarget): boolean {
  return target instanceof HTMLInputElement && (target.type === "checkbox" || target.type === "date");
}
