import { NavLink } from "react-router";
import { cx } from "../../ui/class-names.ts";
import { officePaths } from "../paths.ts";

const PAGES = [
  { to: officePaths.system, label: "Estado" },
  { to: officePaths.systemJobs, label: "Tareas" },
  { to: officePaths.systemMails, label: "Correos" },
  { to: officePaths.systemAudit, label: "Auditoría" },
  { to: officePaths.systemPostalCodes(), label: "Códigos postales" },
  { to: officePaths.systemBackups, label: "Respaldos" },
  { to: officePaths.systemLog, label: "Bitácora" },
];

/** Navigation between the pages of "Sistema". */
export function SystemNav() {
  return (
    <nav aria-label="Sistema" className="flex flex-wrap gap-2">
      {PAGES.map(({ to, label }) => (
        <NavLink
          key={to}
          to={to}
          end
          className={({ isActive }) =>
            cx(
              "flex min-h-11 items-center rounded-full border px-4 text-sm font-semibold",
              isActive ? "border-accent-strong bg-accent-soft" : "border-line bg-card hover:bg-sand",
            )
          }
        >
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
