import { useId, type ComponentProps, type ReactNode } from "react";
import { cx } from "../../ui/class-names.ts";

/** A labelled text area with its hint or its error. */
export function TextAreaField({
  label,
  hint,
  error,
  optional,
  className,
  ...textAreaProps
}: Omit<ComponentProps<"textarea">, "id"> & { label: string; hint?: ReactNode; error?: string; optional?: boolean }) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className="space-y-1.5">
      <label htmlFor={id} className="block text-sm font-semibold">
        {label} {optional && <span className="font-normal text-soft">(opcional)</span>}
      </label>
      <textarea
        rows={4}
        {...textAreaProps}
        id={id}
        required={textAreaProps.required ?? !optional}
        aria-invalid={error ? true : undefined}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
        className={cx(
          "block w-full rounded-box border bg-card px-3 py-2 text-base text-ink focus-visible:outline-2",
          error ? "border-error" : "border-edge",
          className,
        )}
      />
      {note !== undefined && (
        <p id={`${id}-note`} className={error ? "text-sm font-medium text-error" : "text-sm text-soft"}>
          {note}
        </p>
      )}
    </div>
  );
}
