import type { App } from "../app.ts";
import type { Letter } from "../mail/letter.ts";
import { postLetter } from "../mail/post-letter.ts";
import type { Shop } from "../settings/shop.ts";
import { findPlace, type WaitingPlace } from "./queries.ts";
import { waitingAskedLetter, waitingOfferLetter } from "./waiting-letters.ts";

interface PlaceMail {
  id: string;
  shopId: string;
  /** What the link carries: only its hash is kept. */
  token: string;
}

/** Job: the mail that asks for a yes, or tells of the place. */
export async function mailWaitingAsked(app: App, mail: PlaceMail): Promise<void> {
  await post(app, mail, "asked", (shop, place, link) =>
    place.state === "asked" || place.state === "waiting" ? waitingAskedLetter(shop, place, link) : undefined,
  );
}

/** Job: the mail that offers a held piece; an offer already over is not written about. */
export async function mailWaitingOffer(app: App, mail: PlaceMail): Promise<void> {
  await post(app, mail, "offer", (shop, place, link) =>
    place.state === "offered" && place.offerEndsAt
      ? waitingOfferLetter(shop, { ...place, offerEndsAt: place.offerEndsAt }, link)
      : undefined,
  );
}

async function post(
  app: App,
  { id, shopId, token }: PlaceMail,
  kind: "asked" | "offer",
  write: (shop: Shop, place: WaitingPlace, link: string) => Letter | undefined,
): Promise<void> {
  const shop = await app.shops.byId(shopId);
  const place = shop && (await findPlace(app.keyed, shopId, { id }));
  // Behind '#': a browser does not send it on, so it is in no log and no Referer.
  const letter = place && write(shop, place, `${app.originOf(shop.hosts)}/lista-de-espera#token=${token}`);
  if (!letter) return;
  await postLetter(app, shop, letter, { to: place.email, id: `${id}-${kind}`, job: `mail_waiting_${kind}` });
}
