import type { App } from "../app.ts";
import type { EmailMessage } from "../mail/email-message.ts";
import { sendEmail } from "../mail/send-email.ts";
import type { Shop } from "../shops/shop.ts";
import { findPlace, type WaitingPlace } from "./queries.ts";
import { waitingConfirmationEmail, waitingOfferEmail } from "./waiting-list-emails.ts";

interface PlaceMail {
  id: string;
  shopId: string;
  /** What the link carries: only its hash is kept. */
  token: string;
}

/** Job: the mail that asks for a yes, or tells of the place. */
export async function mailWaitingConfirmation(app: App, mail: PlaceMail): Promise<void> {
  await post(app, mail, "asked", (shop, place, link) =>
    place.state === "asked" || place.state === "waiting" ? waitingConfirmationEmail(shop, place, link) : undefined,
  );
}

/** Job: the mail that offers a held piece; an offer already over is not written about. */
export async function mailWaitingOffer(app: App, mail: PlaceMail): Promise<void> {
  await post(app, mail, "offer", (shop, place, link) =>
    place.state === "offered" && place.offerEndsAt
      ? waitingOfferEmail(shop, { ...place, offerEndsAt: place.offerEndsAt }, link)
      : undefined,
  );
}

async function post(
  app: App,
  { id, shopId, token }: PlaceMail,
  kind: "asked" | "offer",
  write: (shop: Shop, place: WaitingPlace, link: string) => EmailMessage | undefined,
): Promise<void> {
  const shop = await app.shops.byId(shopId);
  const place = shop && (await findPlace(app.genericPlans, shopId, { id }));
  // Behind '#': a browser does not send it on, so it is in no log and no Referer.
  const letter = place && write(shop, place, `${app.originOf(shop.hosts)}/lista-de-espera#token=${token}`);
  if (!letter) return;
  await sendEmail(app, shop, letter, { to: place.email, id: `${id}-${kind}`, job: `mail_waiting_${kind}` });
}
