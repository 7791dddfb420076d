import { cx } from "./class-names.ts";
import { Skeleton } from "./skeleton.tsx";

/**
 * Placeholder rows for a list that is loading. `label` is the text for screen readers, `rowClasses` are the CSS classes
 * of each row.
 */
export function LoadingRows({
  label,
  rowCount,
  rowClasses,
  className,
}: {
  label: string;
  rowCount: number;
  rowClasses: string;
  className: string;
}) {
  return (
    <div aria-busy className={className}>
      <span role="status" className="sr-only">
        {label}
      </span>
      {Array.from({ length: rowCount }, (_, index) => (
        <Skeleton key={index} className={cx(rowClasses, "w-full")} />
      ))}
    </div>
  );
}
