import { lazy, Suspense } from "react";

/** The helpful error page is loaded when a page fails. If it cannot be loaded either, plain text is shown. */
const ErrorPage = lazy(() => import("./error-page.tsx").catch(() => ({ default: NoAnswer })));

export function FailedPage({ menu }: { menu?: readonly { slug: string; name: string }[] }) {
  return (
    <Suspense fallback={<main id="contenido" className="flex-1" aria-busy />}>
      <ErrorPage menu={menu} />
    </Suspense>
  );
}

function NoAnswer() {
  return (
    <main id="contenido" className="page flex-1 py-24 text-center">
      <h1 className="text-2xl font-bold">No pudimos comunicarnos con la tienda</h1>
      <p className="mt-3 text-soft">Revisa tu conexión e intenta de nuevo.</p>
      <p className="mt-8">
        <button
          type="button"
          onClick={() => location.reload()}
          className="min-h-11 px-4 font-semibold underline underline-offset-4"
        >
          Reintentar
        </button>
      </p>
    </main>
  );
}
