import { renderToStaticMarkup } from "react-dom/server";
import { formatEventTime } from "../../../domain/dates.ts";
import type { ProductRow } from "../../../server/catalog/product-row.ts";
import { CALENDAR, MAP_PIN } from "../../ui/icon-paths.ts";
import { PathIcon } from "../../ui/icon.tsx";

/** When and where a product's event is, as HTML, so that the browser needs no code for it. Null without an event. */
export function renderEvent({ event_at: at, event_place: place }: Pick<ProductRow, "event_at" | "event_place">) {
  return at && renderToStaticMarkup(<EventFacts at={at} place={place} />);
}

function EventFacts({ at, place }: { at: Date; place: string | null }) {
  return (
    <>
      <p className="flex items-center gap-3 text-sm font-semibold">
        <PathIcon path={CALENDAR} className="size-5 shrink-0" />
        <span className="first-letter:uppercase">{formatEventTime(at)}</span>
      </p>
      {place && (
        <p className="flex items-center gap-3 text-sm">
          <PathIcon path={MAP_PIN} className="size-5 shrink-0" />
          <span>
            {place}{" "}
            <a href={mapUrl(place)} target="_blank" rel="noreferrer" className="underline underline-offset-4">
              Ver en el mapa
            </a>
          </span>
        </p>
      )}
    </>
  );
}

/** A search for the place: https://developers.google.com/maps/documentation/urls/get-started#search-action */
function mapUrl(place: string): string {
  return `https://www.google.com/maps/search/?${new URLSearchParams({ api: "1", query: place })}`;
}
