import { shownLineName } from "../../domain/cart-line.ts";
import type { WaitingPlace as Wire } from "../../contract/waiting-list.ts";
import { nearestWebpUrl } from "../pictures/picture-url.ts";
import type { WaitingPlace } from "./queries.ts";

export function toWirePlace(place: WaitingPlace): Wire {
  return {
    // The wire has an older word for a place that its customer has not confirmed yet.
    state: place.state === "unconfirmed" ? "asked" : place.state,
    productId: place.productId,
    attributeId: place.sizeId,
    name: shownLineName(place.title, place.isDigital),
    image: place.picture && nearestWebpUrl(place.picture, 360),
    place: place.position,
    offerEndsOn: place.offerEndsAt?.toISOString() ?? null,
    serverNow: place.now.toISOString(),
  };
}
