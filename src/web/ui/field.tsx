import { useId, type ComponentProps, type ReactNode } from "react";
import { cx } from "./class-names.ts";

const CONTROL_CLASSES =
  "block min-h-11 w-full rounded-box border py-2 text-base text-ink placeholder:text-soft/80 focus-visible:outline-2 focus-visible:outline-offset-0";

interface FieldProps {
  label: string;
  /** Why the field is needed, or the expected format. */
  hint?: ReactNode;
  error?: string;
  optional?: boolean;
}

function renderField(props: FieldProps, id: string, control: ReactNode) {
  return (
    <div className="space-y-1.5">
      <label htmlFor={id} className="block text-sm font-medium">
        {props.label} {props.optional && <span className="font-normal text-soft">(opcional)</span>}
      </label>
      {control}
      {props.error ? (
        <p id={`${id}-error`} className="text-sm font-medium text-error">
          {props.error}
        </p>
      ) : (
        props.hint && (
          <p id={`${id}-hint`} className="text-sm text-soft">
            {props.hint}
          </p>
        )
      )}
    </div>
  );
}

/** A read-only field looks like text above a line. */
function borderClasses(error: string | undefined, readOnly = false): string {
  if (error) return "border-error bg-card px-3";
  return readOnly ? "border-transparent border-b-line bg-transparent px-0" : "border-edge bg-card px-3";
}

function describedBy(props: FieldProps, id: string): string | undefined {
  if (props.error) return `${id}-error`;
  return props.hint ? `${id}-hint` : undefined;
}

/** A labelled text field with its hint, or with its error. */
export function TextField({
  label,
  hint,
  error,
  optional,
  className,
  ...inputProps
}: FieldProps & Omit<ComponentProps<"input">, "id">) {
  const id = useId();
  const props = { label, hint, error, optional };
  return renderField(
    props,
    id,
    <input
      {...inputProps}
      id={id}
      required={inputProps.required ?? !optional}
      aria-invalid={error ? true : undefined}
      aria-describedby={describedBy(props, id)}
      className={cx(CONTROL_CLASSES, borderClasses(error, inputProps.readOnly), className)}
    />,
  );
}

export function SelectField({
  label,
  hint,
  error,
  optional,
  className,
  children,
  ...selectProps
}: FieldProps & Omit<ComponentProps<"select">, "id">) {
  const id = useId();
  const props = { label, hint, error, optional };
  return renderField(
    props,
    id,
    <span className="field-select">
      <select
        {...selectProps}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(props, id)}
        className={cx(CONTROL_CLASSES, borderClasses(error), className)}
      >
        {children}
      </select>
    </span>,
  );
}

/** One of a few choices, each with its description in view. */
export function RadioCard({
  title,
  aside,
  children,
  picture,
  ...inputProps
}: Omit<ComponentProps<"input">, "title" | "type"> & { title: ReactNode; aside?: ReactNode; picture?: ReactNode }) {
  return (
    <label className="flex min-h-14 items-start gap-3 rounded-box border border-edge p-4 transition-colors hover:border-ink has-checked:border-ink has-checked:ring-1 has-checked:ring-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2">
      <input {...inputProps} type="radio" className="mt-1 size-4 shrink-0 accent-ink focus-visible:outline-none" />
      {picture}
      <span className="min-w-0 flex-1">
        <span className="flex justify-between gap-x-4 font-semibold">
          <span>{title}</span>
          {aside && <span className="tabular shrink-0">{aside}</span>}
        </span>
        {children && <span className="block text-sm text-soft">{children}</span>}
      </span>
    </label>
  );
}

/** A checkbox for an option or an acceptance. */
export function CheckField({
  label,
  children,
  ...inputProps
}: Omit<ComponentProps<"input">, "type"> & { label: ReactNode }) {
  return (
    <label className="flex items-start gap-3">
      <input {...inputProps} type="checkbox" className="mt-1 size-5 shrink-0 accent-ink" />
      <span>
        <span className="font-semibold">{label}</span>
        {children && <span className="block text-sm text-soft">{children}</span>}
      </span>
    </label>
  );
}
