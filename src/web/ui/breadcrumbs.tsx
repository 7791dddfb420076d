import { Link } from "react-router";

export interface Crumb {
  label: string;
  /** Missing for the last crumb, which is the page itself. */
  to?: string;
}

export function Breadcrumbs({ crumbs }: { crumbs: Crumb[] }) {
  return (
    <nav aria-label="Ruta" className="text-sm text-soft">
      <ol className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {crumbs.map((crumb, index) => (
          <li key={crumb.label} className="flex items-center gap-2">
            {index < crumbs.length - 1 ? (
              <>
                <Link
                  to={crumb.to ?? ""}
                  className="inline-block py-0.5 underline-offset-4 hover:text-ink hover:underline"
                >
                  {crumb.label}
                </Link>
                <span aria-hidden>/</span>
              </>
            ) : (
              <span aria-current="page" className="text-ink">
                {crumb.label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
