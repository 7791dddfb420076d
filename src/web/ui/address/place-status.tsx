import type { Place } from "./use-postal-code.ts";

/** Announces the place of a postal code to screen readers. Others see it in the fields of the form. */
export function PlaceStatus({ place }: { place: Place | null | undefined }) {
  const names = place && [...new Set([place.city, place.locality, place.state])].filter(Boolean).join(", ");
  return (
    <p role="status" className="sr-only">
      {place && `${names}. ${place.neighborhoods.length > 1 ? "Elige tu colonia de la lista." : ""}`}
    </p>
  );
}
