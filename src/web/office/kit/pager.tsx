import { Link, useSearchParams } from "react-router";
import { cx } from "../../ui/class-names.ts";

/** On to older rows and back to the first: `next` is where the next page begins (`desde`), null at the end. */
export function Pager({ next }: { next: string | null }) {
  const [asked] = useSearchParams();
  const isFirst = !asked.has("desde");
  if (isFirst && next === null) return null;
  const at = (from: string | null) => {
    const query = new URLSearchParams(asked);
    if (from === null) query.delete("desde");
    else query.set("desde", from);
    return `?${query}`;
  };
  const look = "flex min-h-11 items-center font-semibold underline underline-offset-4";
  return (
    <nav aria-label="Páginas" className={cx("flex gap-6 text-sm", isFirst && "justify-end")}>
      {!isFirst && (
        <Link to={at(null)} className={look}>
          Al principio
        </Link>
      )}
      {next !== null && (
        <Link to={at(next)} className={cx(look, "ml-auto")}>
          Siguientes
        </Link>
      )}
    </nav>
  );
}
