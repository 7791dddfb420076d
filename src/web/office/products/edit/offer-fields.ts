/** The fields of an offer as typed. */
export interface TypedOffer {
  price: string;
  formerPrice: string;
  /** The first day, "2026-11-22". Empty: now. */
  from: string;
  /** The last day. Empty: no end. */
  until: string;
  /** The id of a size. Empty: all sizes. */
  size: string;
  /** The id of a branch. Empty: the head office. */
  shop: string;
}

export const EMPTY_OFFER: TypedOffer = { price: "", formerPrice: "", from: "", until: "", size: "", shop: "" };

/** Error messages by field. */
export type OfferErrors = Partial<Record<"offerPrice" | "former" | "from" | "until" | "size" | "shop", string>>;
