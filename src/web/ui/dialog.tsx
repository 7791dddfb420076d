import { useId, useLayoutEffect, useRef, type ReactNode } from "react";
import { cx } from "./class-names.ts";
import { Icon } from "./icon.tsx";
import { openModal } from "./open-modal.ts";

/**
 * A modal dialog on the native element: inert background, Esc, focus kept inside and restored afterwards. Its heading
 * is its name. `side`: a sheet along the right edge that takes the whole height, on phones at the bottom. The footer
 * stays in view while the rest scrolls.
 */
export function Dialog({
  open,
  onClose,
  title,
  children,
  footer,
  wide,
  side,
}: {
  open: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  footer?: ReactNode;
  wide?: boolean;
  side?: boolean;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const dialog = ref.current;
    // Closed, or unmounted while open: the focus returns to where it was.
    return dialog && open ? openModal(dialog) : undefined;
  }, [open]);
  return (
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      // The event also fires after the caller closed the dialog: then there is nothing to report.
      onClose={() => open && !ref.current?.open && onClose()}
      onPointerDown={(event) => event.target === ref.current && onClose()}
      className={cx(
        "m-auto w-[calc(100%-2rem)] overflow-hidden rounded-box bg-paper p-0 text-ink dark:bg-card max-sm:mb-0 max-sm:w-full max-sm:max-w-none",
        wide ? "max-w-2xl" : "max-w-md",
        side && "sm:mr-0 sm:h-dvh sm:max-h-none",
      )}
    >
      {open && (
        <div
          className={cx(
            "flex max-h-[calc(100dvh-2rem)] flex-col",
            side && "max-sm:min-h-[70dvh] sm:h-full sm:max-h-none",
          )}
        >
          <div className="flex items-start justify-between gap-4 border-b border-line px-6 pb-4 pt-5">
            <h2 id={titleId} className="text-xl">
              {title}
            </h2>
            <button
              type="button"
              onClick={onClose}
              aria-label="Cerrar"
              className="-m-2 grid size-10 place-items-center rounded-full hover:bg-sand"
            >
              <Icon name="close" />
            </button>
          </div>
          <div className="min-h-0 flex-1 space-y-5 overflow-y-auto px-6 pb-6 pt-4">{children}</div>
          {footer && <div className="border-t border-line px-6 py-4">{footer}</div>}
        </div>
      )}
    </dialog>
  );
}
