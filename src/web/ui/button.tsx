import type { ComponentProps } from "react";
import { Link } from "react-router";
import { cx } from "./class-names.ts";

type ButtonVariant = "primary" | "secondary" | "quiet" | "danger";

const BASE_CLASSES =
  "inline-flex items-center justify-center gap-2 rounded-box py-2.5 text-sm font-medium text-center transition-colors duration-150 aria-disabled:opacity-55 disabled:opacity-55";

const VARIANT_CLASSES: Record<ButtonVariant, string> = {
  primary: "min-h-12 px-6 bg-ink text-paper hover:bg-ink/85",
  secondary: "min-h-12 px-6 border border-edge text-ink hover:border-ink",
  quiet: "min-h-9 px-2 underline underline-offset-4 hover:no-underline",
  danger: "min-h-12 px-6 bg-error text-paper hover:[filter:brightness(0.9)]",
};

interface VariantProps {
  variant?: ButtonVariant;
  wide?: boolean;
}

/** A button. While `busy` it shows a spinner and is disabled. */
export function Button({
  variant = "primary",
  wide,
  busy,
  className,
  children,
  ...rest
}: ComponentProps<"button"> & VariantProps & { busy?: boolean }) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={busy || undefined}
      disabled={rest.disabled || busy}
      className={cx(BASE_CLASSES, VARIANT_CLASSES[variant], wide && "w-full", className)}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
}

/** The classes of a button, for a plain link, such as a link to a file or to another site. */
export function buttonClasses(variant: ButtonVariant, className?: string): string {
  return cx(BASE_CLASSES, VARIANT_CLASSES[variant], className);
}

export function ButtonLink({
  variant = "primary",
  wide,
  className,
  ...rest
}: ComponentProps<typeof Link> & VariantProps) {
  return <Link {...rest} className={cx(BASE_CLASSES, VARIANT_CLASSES[variant], wide && "w-full", className)} />;
}

function Spinner() {
  return (
    <span
      aria-hidden
      className="size-4 shrink-0 animate-spin rounded-full border-2 border-current border-r-transparent"
    />
  );
}
