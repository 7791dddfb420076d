import { Link, useSearchParams } from "react-router";
import { cx } from "../../ui/class-names.ts";

/**
 * Links to the next page and back to the first. `next` is where the next page starts (`desde`), null on the last page.
 */
export function Pager({ next }: { next: string | null }) {
  const [searchParams] = useSearchParams();
  const isFirst = !searchParams.has("desde");
  if (isFirst && next === null) return null;
  const pageUrlAt = (from: string | null) => {
    const query = new URLSearchParams(searchParams);
    if (from === null) query.delete("desde");
    else query.set("desde", from);
    return `?${query}`;
  };
  const linkClass = "flex min-h-11 items-center font-semibold underline underline-offset-4";
  return (
    <nav aria-label="Páginas" className={cx("flex gap-6 text-sm", isFirst && "justify-end")}>
      {!isFirst && (
        <Link to={pageUrlAt(null)} className={linkClass}>
          Al principio
        </Link>
      )}
      {next !== null && (
        <Link to={pageUrlAt(next)} className={cx(linkClass, "ml-auto")}>
          Siguientes
        </Link>
      )}
    </nav>
  );
}
