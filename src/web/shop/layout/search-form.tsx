import { lazy, Suspense, useEffect, useId, useRef, useState } from "react";
import { Form, useLocation } from "react-router";
import { Icon } from "../../ui/icon.tsx";

const Suggestions = lazy(() => import("./suggestions.tsx"));

/**
 * The field is cleared after use, and the term stays visible as a chip above its results (rule SCREEN-5). Suggestions
 * appear while typing (suggestions.tsx), from code that loads with the first focus.
 */
export function SearchForm() {
  const form = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [touched, setTouched] = useState(false);
  const [active, setActive] = useState<string | null | undefined>(undefined);
  const listId = useId();
  const location = useLocation();
  const searchedFrom = useRef(location);
  useEffect(() => {
    // Focused before this code came: what is being typed is somebody's search already.
    if (document.activeElement === input.current) setTouched(true);
  }, []);
  useEffect(() => {
    if (searchedFrom.current === location) return;
    searchedFrom.current = location;
    form.current?.reset();
  }, [location]);
  const isOpen = active !== undefined;
  return (
    <Form
      ref={form}
      role="search"
      action="/"
      data-plain=""
      className="relative order-last w-full lg:order-none lg:ml-auto lg:max-w-xs"
      onSubmit={(event) => {
        if (!input.current?.value.trim()) event.preventDefault();
      }}
    >
      <input
        ref={input}
        type="search"
        name="searchTerm"
        role="combobox"
        aria-label="Buscar en la tienda"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={active ?? undefined}
        autoComplete="off"
        enterKeyHint="search"
        placeholder="Busca vestidos, jeans, marcas…"
        maxLength={100}
        onFocus={() => setTouched(true)}
        className="h-11 w-full rounded-full border border-edge bg-card pl-4 pr-12 text-sm"
      />
      <button
        type="submit"
        data-plain=""
        aria-label="Buscar"
        className="absolute right-0 top-0 grid size-11 place-items-center rounded-full hover:bg-sand"
      >
        <Icon name="search" />
      </button>
      {touched && (
        <Suspense>
          <Suggestions input={input} listId={listId} onActive={setActive} />
        </Suspense>
      )}
    </Form>
  );
}
