/** The fields of an offer as typed. */
export interface TypedOffer {
  price: string;
  former: string;
  from: string;
  until: string;
  size: string;
  shop: string;
}

export const NO_OFFER: TypedOffer = { price: "", former: "", from: "", until: "", size: "", shop: "" };

/** Error messages by field. */
export type OfferErrors = Partial<Record<"offerPrice" | "former" | "from" | "until" | "size" | "shop", string>>;
