import { useEffect, useId, useRef, useState } from "react";
import { Form, useLocation } from "react-router";
import type { ActiveOptionId } from "../../ui/combobox.tsx";
import { ComboboxInput } from "../../ui/combobox-input.tsx";
import { Icon } from "../../ui/icon.tsx";
import { loadable } from "../../ui/loadable.tsx";

const Suggestions = loadable(() => import("./suggestions.tsx"));

/**
 * The search field. Each navigation clears it. The term of a search stays in the title of its results (rule SCREEN-5).
 * Suggestions appear while typing (suggestions.tsx). Their code is loaded with the first focus.
 */
export function SearchForm() {
  const form = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [wasFocused, setWasFocused] = useState(false);
  const [activeOption, setActiveOption] = useState<ActiveOptionId>();
  const listId = useId();
  const location = useLocation();
  const lastLocation = useRef(location);
  useEffect(() => {
    // The customer may already be typing before this code is loaded.
    if (document.activeElement === input.current) setWasFocused(true);
  }, []);
  useEffect(() => {
    if (lastLocation.current === location) return;
    lastLocation.current = location;
    form.current?.reset();
  }, [location]);
  return (
    <Form
      ref={form}
      role="search"
      action="/"
      data-plain=""
      className="relative order-last col-span-full pb-1.5 md:order-none md:w-32 md:pb-0 lg:w-44 xl:w-52"
      onSubmit={(event) => {
        if (!input.current?.value.trim()) event.preventDefault();
      }}
    >
      <ComboboxInput
        ref={input}
        listId={listId}
        activeOptionId={activeOption}
        type="search"
        name="searchTerm"
        aria-label="Buscar en la tienda"
        enterKeyHint="search"
        placeholder="Buscar"
        maxLength={100}
        onFocus={() => setWasFocused(true)}
        className="h-10 w-full border-b border-edge bg-transparent pr-11 text-base lg:text-sm"
      />
      <button
        type="submit"
        data-plain=""
        aria-label="Buscar"
        className="absolute -right-2.5 top-0 grid size-10 place-items-center md:right-0"
      >
        <Icon name="search" />
      </button>
      {wasFocused && <Suggestions input={input} listId={listId} onActive={setActiveOption} />}
    </Form>
  );
}
