import { Form, Link, useLocation, useNavigation, useSearchParams, useSubmit } from "react-router";
import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { useKeptList } from "./last-list.ts";

/**
 * What a list is searched and narrowed by: everything stands in the address, so that a list can be kept, shared and gone
 * back to. Choices count at once, the search on Enter; without our code the button does it.
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
  /** Below the search and its button, as wide as the list: what is not asked every day. */
  more?: ReactNode;
}) {
  const submit = useSubmit();
  useKeptList();
  const { pathname } = useLocation();
  const [asked] = useSearchParams();
  const isBusy = useNavigation().state === "loading";
  return (
    <Form
      role="search"
      // Another list of the same screen is another form: what is not asked is empty again.
      key={asked.toString()}
      className="flex flex-wrap items-start gap-3"
      onChange={(event) => {
        const isChoice = event.target instanceof HTMLSelectElement || isTicked(event.target);
        if (isChoice) void submit(event.currentTarget, { preventScrollReset: true });
      }}
    >
      <div className="min-w-52 grow">
        <TextField
          name="q"
          type="search"
          label={label}
          hint={hint}
          required={false}
          defaultValue={asked.get("q") ?? ""}
        />
      </div>
      {children}
      {/* As low as the fields beside it, which stand under their labels. */}
      <div className="mt-6.5 flex flex-wrap items-center gap-3">
        <Button type="submit" variant="secondary" busy={isBusy}>
          Buscar
        </Button>
        {asked.size > 0 && (
          <Link to={pathname} className="flex min-h-11 items-center text-sm font-semibold underline underline-offset-4">
            Quitar filtros
          </Link>
        )}
      </div>
      {more && <div className="w-full">{more}</div>}
    </Form>
  );
}

function isTicked(target: EventTarget): boolean {
  return target instanceof HTMLInputElement && (target.type === "checkbox" || target.type === "date");
}
