import type { ComponentProps } from "react";
import type { ActiveOption } from "./combobox.tsx";

/** The field of a combobox. The code of its list (`ui/combobox.tsx`) is loaded only when it is used. */
export function ComboboxInput({
  listId,
  active,
  ...rest
}: ComponentProps<"input"> & { listId: string; active: ActiveOption }) {
  const isOpen = active !== undefined;
  return (
    <input
      {...rest}
      role="combobox"
      aria-autocomplete="list"
      aria-expanded={isOpen}
      aria-controls={isOpen ? listId : undefined}
      aria-activedescendant={active ?? undefined}
      autoComplete="off"
    />
  );
}
