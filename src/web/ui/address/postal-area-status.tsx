import type { PostalArea } from "./use-postal-area.ts";

/** Announces the area of a postal code to screen readers. Others see it in the fields of the form. */
export function PostalAreaStatus({ area }: { area: PostalArea | null | undefined }) {
  const names = area && [...new Set([area.city, area.locality, area.state])].filter(Boolean).join(", ");
  return (
    <p role="status" className="sr-only">
      {area && `${names}. ${area.neighborhoods.length > 1 ? "Elige tu colonia de la lista." : ""}`}
    </p>
  );
}
