import type { Endpoint } from "../endpoint.ts";
import { ID } from "../examples/ids.ts";
import { Accepted } from "../sessions.ts";
import { JoinWaitingList, OfferTaken, EmailToken, TakeOffer, WaitingPlace } from "../waiting-list.ts";

export const WAITING_LIST_ENDPOINTS = {
  joinWaitingList: {
    summary: "Ask for a notice when a sold-out size is back",
    description:
      "Sends an e-mail with a link that confirms the place; only a confirmed place counts. A mailbox that was confirmed in this shop before has its place immediately. For an e-mail address that is already on the list, or that reached the daily limit of requests, nothing is sent and the response is the same.",
    tag: "Waiting list",
    credentials: "none",
    cache: "private",
    params: {
      id: { description: "The product's `_id`.", example: ID.product },
      attributeId: { description: "The size: `_id` of an entry of the product's `stocks`.", example: ID.sizeG },
    },
    body: JoinWaitingList,
    status: 202,
    response: Accepted,
    refusals: ["STILL_THERE", "PRODUCT_NOT_FOUND", "SELLING_DISABLED"],
  },
  getWaitingPlace: {
    summary: "Get a place in the waiting list",
    description: "The place of a token from one of its e-mails. The call changes nothing.",
    tag: "Waiting list",
    credentials: "none",
    cache: "private",
    body: EmailToken,
    response: WaitingPlace,
    refusals: ["PLACE_NOT_FOUND"],
  },
  confirmWaitingPlace: {
    summary: "Confirm the e-mail address of a place",
    description: "From now on the place counts (`waiting`). Confirming twice changes nothing.",
    tag: "Waiting list",
    credentials: "none",
    cache: "private",
    body: EmailToken,
    response: WaitingPlace,
    refusals: ["PLACE_NOT_FOUND"],
  },
  leaveWaitingList: {
    summary: "Leave the waiting list",
    description:
      "Ends the place. A piece that is held for it is offered to the next in line. A place whose offer was taken or has expired does not change.",
    tag: "Waiting list",
    credentials: "none",
    cache: "private",
    body: EmailToken,
    response: WaitingPlace,
    refusals: ["PLACE_NOT_FOUND"],
  },
  takeOffer: {
    summary: "Put the offered piece in a cart",
    description:
      "Moves the piece that is held for this place (`offered`, for 60 minutes) to the given cart if it is active. Otherwise the piece stays in the cart of the offer.",
    tag: "Waiting list",
    credentials: "none",
    cache: "private",
    body: TakeOffer,
    response: OfferTaken,
    refusals: ["OFFER_OVER", "CART_MIXED", "PLACE_NOT_FOUND", "CART_NOT_FOUND", "SELLING_DISABLED"],
  },
} as const satisfies Record<string, Endpoint>;
