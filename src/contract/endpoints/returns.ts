import type { Endpoint } from "../endpoint.ts";
import { ID } from "../examples/ids.ts";
import { OrderQuery } from "../orders.ts";
import { AskForReturn, Returns, ReturnResponse, SendReturn } from "../returns.ts";
import { ORDER_ID } from "./parameters.ts";

const RETURN_ID = { ...ORDER_ID, returnId: { description: "The return's `_id`.", example: ID.return } } as const;

export const RETURN_ENDPOINTS = {
  listReturns: {
    summary: "List the returns of an order",
    description: "The order's returns, and the pieces that can still be returned: until when, and the refund of each.",
    tag: "Orders",
    credentials: "order",
    cache: "private",
    params: ORDER_ID,
    query: OrderQuery,
    response: Returns,
    refusals: ["ORDER_NOT_FOUND"],
  },
  askForReturn: {
    summary: "Ask for a return or an exchange",
    description:
      "For pieces of a delivered order, within the shop's window. Staff approve or decline it. The sizes of an exchange are reserved when it is approved.",
    tag: "Orders",
    credentials: "order",
    cache: "private",
    params: ORDER_ID,
    query: OrderQuery,
    body: AskForReturn,
    idempotent: true,
    response: ReturnResponse,
    refusals: [
      "ORDER_NOT_FOUND",
      "NOT_DELIVERED",
      "RETURN_WINDOW_OVER",
      "NOT_RETURNABLE",
      "TOO_MANY_PIECES",
      "EXCHANGE_NOT_SOLD",
      "EXCHANGE_SOLD_OUT",
    ],
  },
  cancelReturn: {
    summary: "Cancel a return",
    description:
      "Only before the pieces have arrived, and not after the difference of an exchange was paid (409 `DIFFERENCE_PAID`). The reserved sizes of an exchange return to the shop.",
    tag: "Orders",
    credentials: "order",
    cache: "private",
    params: RETURN_ID,
    query: OrderQuery,
    response: ReturnResponse,
    refusals: ["ORDER_NOT_FOUND", "RETURN_NOT_FOUND", "RETURN_CHANGED", "DIFFERENCE_PAID"],
  },
  sendReturn: {
    summary: "Report the parcel of an approved return",
    description:
      "The tracking number of the parcel in which the pieces come back. A later call replaces it, unless a carrier has reported a state of that parcel and has not returned it to the customer (409 `RETURN_CHANGED`).",
    tag: "Orders",
    credentials: "order",
    cache: "private",
    params: RETURN_ID,
    query: OrderQuery,
    body: SendReturn,
    response: ReturnResponse,
    refusals: ["ORDER_NOT_FOUND", "RETURN_NOT_FOUND", "RETURN_CHANGED"],
  },
  uploadReturnPicture: {
    summary: "Send a picture of what comes back",
    description: "At most 6 for each return, until it arrives. Only staff see them.",
    tag: "Orders",
    credentials: "order",
    cache: "private",
    params: RETURN_ID,
    query: OrderQuery,
    file: {
      description: "The file itself, at most 10 MB. Its type is detected from the content, not from `Content-Type`.",
      contentTypes: ["image/jpeg", "image/png", "image/webp", "image/avif"],
    },
    response: ReturnResponse,
    refusals: [
      "ORDER_NOT_FOUND",
      "RETURN_NOT_FOUND",
      "RETURN_CHANGED",
      "RETURN_PICTURE_UNREADABLE",
      "RETURN_PICTURE_TOO_HEAVY",
      "RETURN_PICTURES_FULL",
    ],
  },
} as const satisfies Record<string, Endpoint>;
