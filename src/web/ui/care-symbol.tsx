import type { CareCode } from "../../domain/care.ts";
import drawingsUrl from "./care-symbols.svg?url";
import { cx } from "./class-names.ts";

/** A care symbol of ISO 3758. Its text stands beside it, so it is hidden from screen readers. */
export function CareSymbol({ code, className }: { code: CareCode; className?: string }) {
  return (
    <svg
      aria-hidden
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={cx("shrink-0", className)}
    >
      <use href={`${drawingsUrl}#${code}`} />
    </svg>
  );
}
