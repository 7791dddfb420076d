import type { ComponentProps } from "react";
import type { ActiveOptionId } from "./combobox.tsx";

/** The field of a combobox. The code of its list (`ui/combobox.tsx`) is loaded only when it is used. */
export function ComboboxInput({
  listId,
  activeOptionId,
  ...rest
}: ComponentProps<"input"> & { listId: string; activeOptionId: ActiveOptionId }) {
  const isOpen = activeOptionId !== undefined;
  return (
    <input
      {...rest}
      role="combobox"
      aria-autocomplete="list"
      aria-expanded={isOpen}
      aria-controls={isOpen ? listId : undefined}
      aria-activedescendant={activeOptionId ?? undefined}
      autoComplete="off"
    />
  );
}
