import type { ReactNode } from "react";
import { cx } from "../../ui/class-names.ts";

const TONES = {
  plain: "bg-sand text-ink",
  good: "bg-good-soft text-good",
  warn: "bg-warn-soft text-warn",
  bad: "bg-bad-soft text-bad",
};

/** A state in a word, with a tone. */
export function Badge({ tone = "plain", children }: { tone?: keyof typeof TONES; children: ReactNode }) {
  return (
    <span
      className={cx("inline-block rounded-full px-2.5 py-0.5 text-sm font-semibold whitespace-nowrap", TONES[tone])}
    >
      {children}
    </span>
  );
}
