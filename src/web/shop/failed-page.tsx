import { lazy } from "react";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/notice.tsx";

/** The code of the error page is loaded when a page fails. If it cannot be loaded, `PlainErrorPage` is shown. */
const ErrorPage = lazy(() => import("./error-page.tsx").catch(() => ({ default: PlainErrorPage })));

/**
 * The page for an error (error-page.tsx), loaded lazily. It has no `Suspense` boundary. With one, React would show the
 * fallback if the session or the cart changed before the code of the error page is loaded, and would remove a link that
 * was just pressed. Without one, the served or previous page stays visible until the code is loaded.
 */
export function FailedPage({ menu }: { menu?: readonly { slug: string; name: string }[] }) {
  return <ErrorPage menu={menu} />;
}

function PlainErrorPage() {
  return (
    <main id="contenido" className="page flex-1">
      <EmptyState title={<h1>No pudimos comunicarnos con la tienda</h1>}>
        <p>Revisa tu conexión e intenta de nuevo.</p>
        <Button onClick={() => location.reload()}>Reintentar</Button>
      </EmptyState>
    </main>
  );
}
