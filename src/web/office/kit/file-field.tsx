import { useId, type ComponentProps, type ReactNode } from "react";

/** A labelled file input. Its form needs `encType="multipart/form-data"`. */
export function FileField({
  label,
  hint,
  optional,
  ...input
}: Omit<ComponentProps<"input">, "id" | "type"> & { label: string; hint?: ReactNode; optional?: boolean }) {
  const id = useId();
  return (
    <div className="space-y-1.5">
      <label htmlFor={id} className="block text-sm font-semibold">
        {label} {optional && <span className="font-normal text-soft">(opcional)</span>}
      </label>
      <input
        {...input}
        id={id}
        type="file"
        required={!optional}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="block min-h-11 w-full rounded-box border border-edge bg-card p-2 text-sm file:mr-3 file:rounded-box file:border-0 file:bg-sand file:px-3 file:py-1.5 file:font-semibold"
      />
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-soft">
          {hint}
        </p>
      )}
    </div>
  );
}
