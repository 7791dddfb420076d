import { cx } from "./class-names.ts";

/** A placeholder while content is loading. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cx("block animate-pulse rounded-box bg-line/70", className)} />;
}
