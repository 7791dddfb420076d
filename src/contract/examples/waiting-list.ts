import type { z } from "zod";
import type { JoinWaitingList, OfferTaken, EmailToken, TakeOffer, WaitingPlace } from "../waiting-list.ts";
import { CART, CART_LINE } from "./carts.ts";
import { ID, SECRET } from "./ids.ts";

export const JOIN_WAITING_LIST: z.input<typeof JoinWaitingList> = { email: "ana@ejemplo.mx" };
export const EMAIL_TOKEN: z.input<typeof EmailToken> = { token: SECRET.mailToken };

export const PLACE_WAITING: z.input<typeof WaitingPlace> = {
  state: "waiting",
  productId: ID.product,
  attributeId: ID.sizeG,
  name: "Blusa de lino Jacaranda Blanco T: G",
  image: "/pictures/c47a1e90b2d3f8560d9e4b7a61c2f835.360.webp",
  place: 3,
  offerEndsOn: null,
  serverNow: "2026-11-20T17:20:00.000Z",
};

export const PLACE_OFFERED: z.input<typeof WaitingPlace> = {
  ...PLACE_WAITING,
  state: "offered",
  place: null,
  offerEndsOn: "2026-11-21T17:55:00.000Z",
  serverNow: "2026-11-21T16:58:30.000Z",
};

export const PLACE_LEFT: z.input<typeof WaitingPlace> = { ...PLACE_WAITING, state: "left", place: null };

export const TAKE_OFFER: z.input<typeof TakeOffer> = { token: SECRET.mailToken, cartId: null };

/** One blouse in G: 499, with packaging 509. */
export const OFFER_TAKEN: z.input<typeof OfferTaken> = {
  cart: {
    ...CART,
    _id: ID.offeredCart,
    modifiedOn: "2026-11-21T16:59:00.000Z",
    expiresOn: "2026-11-21T17:55:00.000Z",
    serverNow: "2026-11-21T16:59:00.200Z",
    products: [
      {
        ...CART_LINE,
        attributeId: ID.sizeG,
        name: "Blusa de lino Jacaranda Blanco T: G",
        quantity: 1,
        realQty: 1,
        stock: 0,
      },
    ],
    summary: { pieces: 1, wholesale: false, subtotal: 499 },
    totals: {
      packaging: 10,
      total: 509,
      payments: [
        { payment_method: "MP", fee: 25.99, total: 534.99 },
        { payment_method: "TB", fee: 0, total: 509 },
      ],
      installments: null,
    },
    freeShipping: { from: 999, missing: 500 },
  },
};
