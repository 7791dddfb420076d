import type { Place } from "./use-postal-code.ts";

/** Tells screen readers what a postal code filled. Those who see the form see it there. */
export function PlaceStatus({ place }: { place: Place | null | undefined }) {
  const names = place && [...new Set([place.city, place.locality, place.state])].filter(Boolean).join(", ");
  return (
    <p role="status" className="sr-only">
      {place && `${names}. ${place.neighborhoods.length > 1 ? "Elige tu colonia de la lista." : ""}`}
    </p>
  );
}
