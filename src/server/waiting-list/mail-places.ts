import type { App } from "../app.ts";
import type { EmailMessage } from "../mail/email-message.ts";
import { sendEmail } from "../mail/send-email.ts";
import type { Shop } from "../shops/shop.ts";
import { findPlace, type WaitingPlace } from "./queries.ts";
import { waitingListConfirmationEmail, waitingListOfferEmail } from "./waiting-list-emails.ts";

interface PlaceMail {
  id: string;
  shopId: string;
  /**
   * The link's token. The waiting list stores only its hash. The job's payload has the token itself until the job is
   * done.
   */
  token: string;
}

/**
 * Job: sends the email that asks for confirmation, or that confirms the place of a mailbox that was confirmed in this
 * shop before.
 */
export async function mailWaitingListConfirmation(app: App, mail: PlaceMail): Promise<void> {
  await sendPlaceEmail(app, mail, "asked", (shop, place, link) =>
    place.state === "unconfirmed" || place.state === "waiting"
      ? waitingListConfirmationEmail(shop, place, link)
      : undefined,
  );
}

/** Job: sends the email that offers a held piece. Nothing is sent if the offer was taken or has ended by then. */
export async function mailWaitingListOffer(app: App, mail: PlaceMail): Promise<void> {
  await sendPlaceEmail(app, mail, "offer", (shop, place, link) =>
    place.state === "offered" && place.offerEndsAt
      ? waitingListOfferEmail(shop, { ...place, offerEndsAt: place.offerEndsAt }, link)
      : undefined,
  );
}

async function sendPlaceEmail(
  app: App,
  { id, shopId, token }: PlaceMail,
  kind: "asked" | "offer",
  buildEmail: (shop: Shop, place: WaitingPlace, link: string) => EmailMessage | undefined,
): Promise<void> {
  const shop = await app.shops.byId(shopId);
  const place = shop && (await findPlace(app.genericPlanDb, shopId, { id }));
  // The token is in the URL fragment: browsers do not send it, so it is in no log and no Referer header.
  const email = place && buildEmail(shop, place, `${app.originOf(shop.hosts)}/lista-de-espera#token=${token}`);
  if (!email) return;
  await sendEmail(app, shop, email, { to: place.email, id: `${id}-${kind}`, job: `mail_waiting_${kind}` });
}
