import type { Place } from "./use-postal-code.ts";

/** Announces to screen readers which fields a postal code filled. The form itself shows it to everyone else. */
export function PlaceStatus({ place }: { place: Place | null | undefined }) {
  const names = place && [...new Set([place.city, place.locality, place.state])].filter(Boolean).join(", ");
  return (
    <p role="status" className="sr-only">
      {place && `${names}. ${place.neighborhoods.length > 1 ? "Elige tu colonia de la lista." : ""}`}
    </p>
  );
}
