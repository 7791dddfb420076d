import { NavLink } from "react-router";
import { cx } from "../../ui/class-names.ts";
import { officePaths } from "../paths.ts";

const TABS = [
  { to: officePaths.categories, label: "Categorías" },
  { to: officePaths.brands, label: "Marcas" },
  { to: officePaths.colors(), label: "Colores" },
  { to: officePaths.sizeNames, label: "Tallas" },
  { to: officePaths.sizeGuides, label: "Guías de tallas" },
  { to: officePaths.increments, label: "Precios por marca" },
];

/** Navigation between the pages about what products are classified by, their size guides and the prices by brand. */
export function CatalogueTabs() {
  return (
    <nav aria-label="Catálogo" className="flex flex-wrap gap-2">
      {TABS.map(({ to, label }) => (
        <NavLink
          key={to}
          to={to}
          end
          className={({ isActive }) =>
            cx(
              "flex min-h-9 items-center rounded-full border px-4 text-sm font-semibold",
              isActive ? "border-accent-strong bg-accent-soft" : "border-line bg-card",
            )
          }
        >
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
