import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";

// A closed shop answers every address with the page of /maintenance (serve.ts): React must find itself there.
if (document.querySelector("[data-closed]")) history.replaceState(null, "", "/maintenance");

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});
