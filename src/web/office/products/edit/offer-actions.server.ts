import { isRefusal } from "../../../../domain/refusal.ts";
import { MAX_PRICE_CENTS, readPesos } from "../../../../domain/read-pesos.ts";
import type { App } from "../../../../server/app.ts";
import type { Actor } from "../../../../server/change-log/change-log.ts";
import { createOffer, type OfferRefusal } from "../../../../server/offers/create-or-end-offer.ts";
import type { FormFields } from "../../guard.ts";
import { PRICE_ERROR, readOfferDays } from "../../offers/read-offer-days.server.ts";
import { readOfferPrice } from "../../offers/read-offer-price.ts";
import { sentenceOf } from "../../sentences.ts";
import type { OfferErrors, TypedOffer } from "./offer-fields.ts";

/** The field that each refusal is about. Any other refusal concerns the whole form. */
const FIELD_OF: Partial<Record<OfferRefusal["refused"], keyof OfferErrors>> = {
  offer_price_wrong: "offerPrice",
  offer_percent_wrong: "offerPrice",
  offer_not_below: "offerPrice",
  former_price_never_charged: "former",
  offer_starts_in_past: "from",
  offer_overlaps: "from",
  offer_end_before_start: "until",
  offer_end_past: "until",
  size_not_found: "size",
  not_sold_here: "shop",
};

/** Puts the product, or one of its sizes, on offer in one shop, with the values of the form. */
export async function saveOffer(
  app: App,
  productId: string,
  form: FormFields,
  by: Actor,
): Promise<{ done: string } | { failure: string; offer: { typed: TypedOffer; errors: OfferErrors } }> {
  const typed: TypedOffer = {
    price: form.text("offerPrice", 20),
    formerPrice: form.text("former", 20),
    from: form.text("from", 20),
    until: form.text("until", 20),
    size: form.text("size", 40),
    shop: form.text("shop", 40),
  };
  const { startsAt, endsAt, errors: dayErrors } = readOfferDays(form);
  const errors: OfferErrors = { ...dayErrors };
  const price = readOfferPrice(typed.price);
  const formerPriceCents = typed.formerPrice === "" ? null : readPesos(typed.formerPrice);
  if (price === null) errors.offerPrice = PRICE_ERROR;
  if (typed.formerPrice !== "" && (formerPriceCents === null || formerPriceCents > MAX_PRICE_CENTS)) {
    errors.former = "Escribe el precio anterior en pesos, p. ej. 499.";
  }
  const shops = await app.shops.all();
  const shop = shops.find(({ id, kind }) => (typed.shop === "" ? kind === "headOffice" : id === typed.shop));
  if (!shop) errors.shop = "Elige dónde.";
  if (price === null || !shop || Object.keys(errors).length > 0)
    return { failure: CHECK_FIELDS, offer: { typed, errors } };
  const offer = { productId, sizeId: typed.size || null, price, formerPriceCents, startsAt, endsAt };
  const outcome = await createOffer(app, shop, offer, by);
  if (!isRefusal(outcome))
    return { done: outcome.wasFormerPriceBrief ? `${SUCCESS_TEXT} ${FORMER_PRICE_WARNING}` : SUCCESS_TEXT };
  const field = FIELD_OF[outcome.refused];
  if (field === undefined) return { failure: sentenceOf(outcome), offer: { typed, errors } };
  return { failure: CHECK_FIELDS, offer: { typed, errors: { [field]: sentenceOf(outcome) } } };
}

const CHECK_FIELDS = "Revisa los campos marcados.";
const SUCCESS_TEXT = "La oferta quedó puesta.";
const FORMER_PRICE_WARNING = "Ojo: el precio anterior se cobró menos de 7 días. Puede parecer una oferta falsa.";
