import { OfficeFailure } from "./office-failure.tsx";

/** The back office where not even its frame could be made: the database is away, or the network. */
export default function FailedOffice() {
  return (
    <main id="contenido" className="page flex-1">
      <title>Panel</title>
      <meta name="robots" content="noindex, nofollow" />
      <OfficeFailure />
    </main>
  );
}
