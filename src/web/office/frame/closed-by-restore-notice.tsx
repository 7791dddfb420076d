import { Link, useLocation } from "react-router";
import { Notice } from "../../ui/notice.tsx";
import { officePaths } from "../paths.ts";

/** Shown on every page of the panel while a restored shop is closed, except on the page that opens it. */
export function ClosedByRestoreNotice({ canOpen }: { canOpen: boolean }) {
  const { pathname } = useLocation();
  if (pathname === officePaths.systemBackups) return null;
  return (
    <Notice tone="error" title="La tienda está cerrada porque se restauró un respaldo">
      No vende, no factura y no manda correos.{" "}
      {canOpen ? (
        <Link to={officePaths.systemBackups} className="inline-flex min-h-9 items-center font-semibold underline">
          Revisar y abrir
        </Link>
      ) : (
        "La dueña la abre después de revisarla."
      )}
    </Notice>
  );
}
