import { cx } from "./class-names.ts";
import { Skeleton } from "./skeleton.tsx";

/**
 * Placeholder rows for a list that is loading. `label` is the text for screen readers, `row` has the classes of a row.
 */
export function LoadingRows({
  label,
  rows,
  row,
  className,
}: {
  label: string;
  rows: number;
  row: string;
  className: string;
}) {
  return (
    <div aria-busy className={className}>
      <span role="status" className="sr-only">
        {label}
      </span>
      {Array.from({ length: rows }, (_, index) => (
        <Skeleton key={index} className={cx(row, "w-full")} />
      ))}
    </div>
  );
}
