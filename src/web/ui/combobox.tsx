import { useEffect, useRef, useState, type ReactNode, type RefObject } from "react";
import { Link } from "react-router";
import { cx } from "./class-names.ts";

/** The id of the active option of the open list. Null if no option is active, undefined if the list is closed. */
export type ActiveOptionId = string | null | undefined;

interface LinkOption {
  to: string;
  content: ReactNode;
}

/** An option that fills the field. */
export interface ValueOption {
  value: string;
  content: ReactNode;
}

export interface ComboboxGroup<Option = LinkOption> {
  label: string;
  options: Option[];
}

/**
 * State of an editable combobox with a list of links or values ("Editable Combobox With List Autocomplete" of the ARIA
 * Authoring Practices Guide). The list closes with Escape and when the focus leaves the form. `activeIndex` is -1 if no
 * option is active. The field itself is a `ComboboxInput`, which a page can render before this code is loaded.
 */
export function useCombobox(input: RefObject<HTMLInputElement | null>) {
  const [text, setText] = useState("");
  const [isOpen, setOpen] = useState(true);
  const [activeIndex, setActive] = useState(-1);
  useEffect(() => {
    const field = input.current;
    if (!field) return;
    const readText = (): void => {
      setText(field.value.trim());
      setActive(-1);
      setOpen(true);
    };
    const openOnFocus = (): void => (field.value.trim() ? setOpen(true) : readText());
    const closeOnBlur = ({ relatedTarget }: FocusEvent): void => {
      if (!(relatedTarget instanceof Node && field.form?.contains(relatedTarget))) setOpen(false);
    };
    readText();
    field.addEventListener("input", readText);
    field.addEventListener("focus", openOnFocus);
    field.form?.addEventListener("focusout", closeOnBlur);
    return () => {
      field.removeEventListener("input", readText);
      field.removeEventListener("focus", openOnFocus);
      field.form?.removeEventListener("focusout", closeOnBlur);
    };
  }, [input]);
  return { input, text, isOpen, setOpen, activeIndex, setActive };
}

interface KeyOptions {
  listId: string;
  /** Number of shown options; null while no list is shown. */
  optionCount: number | null;
  onChoose: (index: number) => void;
  onActive: (active: ActiveOptionId) => void;
}

/**
 * Handles the keyboard: ↓ and ↑ move the active option, Enter chooses it, Escape closes the list. Without an active
 * option, Enter submits the form.
 */
export function useComboboxKeys(
  { input, setOpen, activeIndex, setActive }: ReturnType<typeof useCombobox>,
  { listId, optionCount, onChoose, onActive }: KeyOptions,
): void {
  useEffect(() => onActive(optionCount === null ? undefined : activeIndex < 0 ? null : optionId(listId, activeIndex)));
  const handleKeyDown = useRef<(event: KeyboardEvent) => void>(() => {});
  handleKeyDown.current = (event) => {
    if (optionCount === null || event.isComposing) return;
    const lastIndex = optionCount - 1;
    if (event.key === "ArrowDown") setActive(activeIndex >= lastIndex ? -1 : activeIndex + 1);
    else if (event.key === "ArrowUp") setActive(activeIndex < 0 ? lastIndex : activeIndex - 1);
    else if (event.key === "Escape") setOpen(false);
    else if (event.key === "Enter" && activeIndex >= 0 && activeIndex <= lastIndex) onChoose(activeIndex);
    else return;
    event.preventDefault();
  };
  useEffect(() => {
    const field = input.current;
    const onKeyDown = (event: KeyboardEvent): void => handleKeyDown.current(event);
    field?.addEventListener("keydown", onKeyDown);
    return () => field?.removeEventListener("keydown", onKeyDown);
  }, [input]);
}

interface ListboxProps {
  id: string;
  label: string;
  groups: ComboboxGroup<LinkOption | ValueOption>[];
  activeIndex: number;
  onPoint: (index: number) => void;
  /** For values. Links navigate by themselves. */
  onChoose?: (index: number) => void;
  className: string;
}

/** The list under the field. Its options are not in the tab order: the field keeps the focus. */
export function ComboboxList({ id, label, groups, activeIndex, onPoint, onChoose, className }: ListboxProps) {
  const options = groups.flatMap((group) => group.options);
  return (
    <div id={id} role="listbox" aria-label={label} className={className}>
      {groups.map((group) => (
        <div key={group.label} role="group" aria-label={group.label}>
          <p aria-hidden className="px-3 pb-1 pt-2 text-xs text-soft">
            {group.label}
          </p>
          {group.options.map((option) => {
            const index = options.indexOf(option);
            const props = {
              id: optionId(id, index),
              role: "option",
              "aria-selected": index === activeIndex,
              onPointerMove: () => onPoint(index),
              className: cx(
                "flex min-h-11 w-full items-center gap-3 text-left rounded-box px-3 py-1.5 text-sm",
                index === activeIndex && "bg-sand",
              ),
            } as const;
            if ("to" in option) {
              return (
                <Link key={option.to} to={option.to} tabIndex={-1} {...props}>
                  {option.content}
                </Link>
              );
            }
            return (
              // The button must not take the focus from the field, because the list would close before the click.
              <button
                key={option.value}
                type="button"
                tabIndex={-1}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => onChoose?.(index)}
                {...props}
              >
                {option.content}
              </button>
            );
          })}
        </div>
      ))}
    </div>
  );
}

function optionId(listId: string, index: number): string {
  return `${listId}-${index}`;
}
