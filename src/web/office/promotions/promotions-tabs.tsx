import { NavLink } from "react-router";
import { cx } from "../../ui/class-names.ts";
import { officePaths } from "../paths.ts";

const TABS = [
  { to: officePaths.promotions, label: "Todas" },
  { to: officePaths.promotionCalendar, label: "Calendario" },
  { to: officePaths.compliance(), label: "¿Cumple mi tienda?" },
];

/** Navigation between the pages of promotions. */
export function PromotionsTabs() {
  return (
    <nav aria-label="Promociones" className="flex flex-wrap gap-2">
      {TABS.map(({ to, label }) => (
        <NavLink
          key={to}
          to={to}
          end
          className={({ isActive }) =>
            cx(
              "flex min-h-11 items-center rounded-full border px-4 text-sm font-semibold",
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
