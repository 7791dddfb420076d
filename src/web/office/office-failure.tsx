import { useEffect } from "react";
import { Link, useLocation } from "react-router";
import { FailureNote, useIsChangeSaved } from "../failure.tsx";
import { writeStoredForm } from "./kit/stored-form.ts";
import { officePaths } from "./paths.ts";

const LINK = "inline-flex min-h-11 items-center rounded-box px-5 text-sm font-semibold";

/**
 * Replaces a page of the back office that failed. If a cookie states it, the page says that the last change was saved.
 * Otherwise it asks staff to check.
 */
export function OfficeFailure() {
  const isSaved = useIsChangeSaved();
  const { pathname, search } = useLocation();
  // A saved form must not be restored.
  useEffect(() => {
    if (isSaved) writeStoredForm(null);
  }, [isSaved]);
  return (
    <div className="space-y-4 py-12">
      <h1 className="text-2xl font-bold">{isSaved ? "Quedó hecho" : "Algo falló de nuestro lado"}</h1>
      <p role="alert" className="max-w-xl text-soft">
        {isSaved
          ? "Tu cambio se guardó: no lo repitas. Lo que falló es mostrar la página que sigue."
          : "No pudimos mostrar esta página. Ábrela otra vez; si acababas de enviar algo, revisa si quedó antes de repetirlo."}
      </p>
      <FailureNote />
      <p className="flex flex-wrap gap-3">
        {/* A full page load works without JavaScript and loads all data again. */}
        <a href={pathname + search} className={`${LINK} bg-accent text-on-accent hover:brightness-90`}>
          {isSaved ? "Ver la página" : "Abrir otra vez"}
        </a>
        <Link to={officePaths.home} className={`${LINK} border border-edge bg-card hover:border-ink`}>
          Ir al inicio
        </Link>
      </p>
    </div>
  );
}
