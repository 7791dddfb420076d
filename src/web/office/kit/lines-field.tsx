import { useId, type ComponentProps, type ReactNode } from "react";
import { cx } from "../../ui/class-names.ts";

/** A labelled text of several lines, with its hint or the sentence about what is wrong with it. */
export function LinesField({
  label,
  hint,
  error,
  className,
  ...area
}: Omit<ComponentProps<"textarea">, "id"> & { label: string; hint?: ReactNode; error?: string }) {
  const id = useId();
  return (
    <div className="space-y-1.5">
      <label htmlFor={id} className="block text-sm font-semibold">
        {label}
      </label>
      <textarea
        rows={4}
        {...area}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={error || hint ? `${id}-hint` : undefined}
        className={cx(
          "block w-full rounded-box border bg-card px-3 py-2 text-base text-ink focus-visible:outline-2",
          error ? "border-bad" : "border-edge",
          className,
        )}
      />
      {(error ?? hint) && (
        <p id={`${id}-hint`} className={cx("text-sm", error ? "font-medium text-bad" : "text-soft")}>
          {error ?? hint}
        </p>
      )}
    </div>
  );
}
