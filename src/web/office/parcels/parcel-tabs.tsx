import { Link } from "react-router";
import { cx } from "../../ui/class-names.ts";
import { officePaths } from "../paths.ts";
import type { Route } from "./+types/route";

type LoaderData = Route.ComponentProps["loaderData"];
type View = LoaderData["view"];

const TAB_LABEL: Record<View, string> = {
  packed: "Por entregar a la paquetería",
  onTheirWay: "En camino",
  late: "Ya debieron llegar",
  delivered: "Entregados",
  returned: "Regresaron",
};

/** Links to the lists of parcels, with counts. `view` is null during a search, which covers all lists. */
export function ParcelTabs({ view, counts }: { view: View | null; counts: Partial<Record<View, number>> }) {
  return (
    <nav aria-label="Listas de paquetes" className="flex flex-wrap gap-2">
      {(Object.keys(TAB_LABEL) as View[]).map((key) => (
        <Link
          key={key}
          to={officePaths.parcels(key)}
          aria-current={key === view ? "page" : undefined}
          className={cx(
            "flex min-h-9 items-center rounded-full border px-4 text-sm font-semibold",
            key === view ? "border-accent-strong bg-accent-soft" : "border-line bg-card",
          )}
        >
          {TAB_LABEL[key]}
          {counts[key] !== undefined && <span className="pl-2 tabular text-soft">{counts[key]}</span>}
        </Link>
      ))}
    </nav>
  );
}
