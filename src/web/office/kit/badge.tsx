import type { ReactNode } from "react";
import { cx } from "../../ui/class-names.ts";

const TONES = {
  plain: "bg-sand text-ink",
  success: "bg-success-soft text-success",
  warning: "bg-warning-soft text-warning",
  error: "bg-error-soft text-error",
};

/** A state in one or few words, coloured by its tone. */
export function Badge({ tone = "plain", children }: { tone?: keyof typeof TONES; children: ReactNode }) {
  return (
    <span
      className={cx("inline-block rounded-full px-2.5 py-0.5 text-sm font-semibold whitespace-nowrap", TONES[tone])}
    >
      {children}
    </span>
  );
}
