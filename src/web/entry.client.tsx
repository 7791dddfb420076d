import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { waitForRenderedParts } from "./ui/lazy-part.tsx";

// A shop that is closed or not open yet answers most paths with one page (serve.ts). React must hydrate at that
// page's path.
const closedPagePath = document.querySelector<HTMLElement>("[data-closed]")?.dataset.closed;
if (closedPagePath) history.replaceState(null, "", closedPagePath);

await waitForRenderedParts();
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});
