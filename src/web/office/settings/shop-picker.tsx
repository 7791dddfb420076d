import { Link } from "react-router";
import { cx } from "../../ui/class-names.ts";

/** Chooses the shop of a page, for members who work for several shops. */
export function ShopPicker({
  shops,
  currentKey,
  to,
}: {
  shops: readonly { key: string; name: string }[];
  currentKey: string;
  to: (key: string) => string;
}) {
  if (shops.length < 2) return null;
  return (
    <nav aria-label="Tienda" className="flex flex-wrap gap-2">
      {shops.map(({ key, name }) => (
        <Link
          key={key}
          to={to(key)}
          aria-current={key === currentKey ? "page" : undefined}
          className={cx(
            "flex min-h-11 items-center rounded-full border px-4 text-sm font-semibold",
            key === currentKey ? "border-accent-strong bg-accent-soft" : "border-line bg-card hover:bg-sand",
          )}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
