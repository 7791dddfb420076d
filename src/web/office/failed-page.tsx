import { OfficeFailure } from "./office-failure.tsx";

/**
 * Shown instead of any page of the back office when its frame could not be rendered, for example because the database
 * is unavailable.
 */
export default function FailedOffice() {
  return (
    <main id="contenido" className="page flex-1">
      <title>Panel</title>
      <meta name="robots" content="noindex, nofollow" />
      <OfficeFailure />
    </main>
  );
}
