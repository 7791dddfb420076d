import { Link } from "react-router";
import type { ReactNode } from "react";
import { useLastListUrl } from "./last-list.ts";

/** The heading of a page, with the link back to its list and its buttons. */
export function PageHead({
  title,
  back,
  lead,
  children,
}: {
  title: string;
  back?: { to: string; label: string };
  lead?: ReactNode;
  /** Buttons of the page. */
  children?: ReactNode;
}) {
  const backTo = useLastListUrl(back?.to ?? "");
  return (
    <div className="flex flex-wrap items-start justify-between gap-4">
      <div className="min-w-0 space-y-1">
        {back && (
          <Link to={backTo} className="inline-flex min-h-9 items-center text-sm font-semibold text-soft underline">
            ← {back.label}
          </Link>
        )}
        <h1 className="text-2xl font-bold wrap-anywhere">{title}</h1>
        {lead && <div className="text-soft">{lead}</div>}
      </div>
      {children && <div className="flex flex-wrap gap-3">{children}</div>}
    </div>
  );
}
