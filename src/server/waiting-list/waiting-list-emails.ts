import { shownLineName } from "../../domain/cart-line.ts";
import { format24HourTime } from "../../domain/dates.ts";
import type { EmailMessage } from "../mail/email-message.ts";
import type { Shop } from "../shops/shop.ts";
import { OFFER_MINUTES } from "./limits.ts";
import type { WaitingPlace } from "./queries.ts";

/** The email that asks for confirmation of a place, or confirms the place of a mailbox that was confirmed before. */
export function waitingListConfirmationEmail(shop: Shop, place: WaitingPlace, link: string): EmailMessage {
  const title = shownLineName(place.title, place.isDigital);
  const holdNotice = `Si vuelve una pieza y es tu turno, te la apartamos ${OFFER_MINUTES / 60} hora y te escribimos.`;
  if (place.state === "unconfirmed") {
    return {
      subject: `¿Te avisamos cuando vuelva? ${title}`,
      shop,
      heading: "Confirma que quieres que te avisemos",
      paragraphs: [`Alguien, esperamos que tú, pidió un aviso de ${title} con este correo.`, holdNotice],
      button: { label: "Sí, avísame", url: link },
      closing: "Si no fuiste tú, no hagas nada: sin tu confirmación no te escribimos más.",
    };
  }
  return {
    subject: `Estás en la lista: ${title}`,
    shop,
    heading: "Te avisamos en cuanto vuelva",
    paragraphs: [`Estás en la lista de espera de ${title}.`, holdNotice],
    link: { label: "Ver mi lugar o salir de la lista", url: link },
  };
}

/** The email "Volvió": the held piece, until when, and the link that takes it. */
export function waitingListOfferEmail(
  shop: Shop,
  place: WaitingPlace & { offerEndsAt: Date },
  link: string,
): EmailMessage {
  const title = shownLineName(place.title, place.isDigital);
  const endTime = format24HourTime(place.offerEndsAt);
  return {
    subject: `Volvió y te lo apartamos hasta las ${endTime}: ${title}`,
    shop,
    heading: `Apartamos una pieza para ti hasta las ${endTime}`,
    paragraphs: [`${title} volvió y eres la primera persona en la lista.`, "Después de esa hora pasa a quien sigue."],
    button: { label: "Llevármela", url: link },
    closing: "¿Ya no la quieres? En el mismo enlace puedes dejarla para quien sigue.",
  };
}
