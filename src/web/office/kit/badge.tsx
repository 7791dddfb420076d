import type { ReactNode } from "react";
import { cx } from "../../ui/class-names.ts";

const TONE_CLASS = {
  plain: "bg-sand text-ink",
  success: "bg-success-soft text-success",
  warning: "bg-warning-soft text-warning",
  error: "bg-error-soft text-error",
};

/** A state in one word or a few, coloured by its tone. */
export function Badge({ tone = "plain", children }: { tone?: keyof typeof TONE_CLASS; children: ReactNode }) {
  return (
    <span
      className={cx(
        "inline-block rounded-full px-2.5 py-0.5 text-sm font-semibold whitespace-nowrap",
        TONE_CLASS[tone],
      )}
    >
      {children}
    </span>
  );
}
