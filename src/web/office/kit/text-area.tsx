import { useId, type ComponentProps, type ReactNode } from "react";
import { cx } from "../../ui/class-names.ts";

/** A labelled field of several lines. */
export function TextArea({
  label,
  hint,
  optional,
  className,
  ...area
}: Omit<ComponentProps<"textarea">, "id"> & { label: string; hint?: ReactNode; optional?: boolean }) {
  const id = useId();
  return (
    <div className="space-y-1.5">
      <label htmlFor={id} className="block text-sm font-semibold">
        {label} {optional && <span className="font-normal text-soft">(opcional)</span>}
      </label>
      <textarea
        {...area}
        id={id}
        required={!optional}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className={cx("block w-full rounded-box border border-edge bg-card px-3 py-2 text-base", className)}
      />
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-soft">
          {hint}
        </p>
      )}
    </div>
  );
}
