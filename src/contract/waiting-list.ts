import { z } from "zod";
import { Cart } from "./carts.ts";
import { Email, Id, Instant, text } from "./fields.ts";

export const JoinWaitingList = z
  .object({
    email: Email.describe(
      "The e-mail address that the notice is sent to. It must be confirmed by the link in the first e-mail.",
    ),
  })
  .describe("The e-mail address of a customer who wants a notice.");

const Token = text().trim().max(200).describe("The token of a link in an e-mail of the waiting list.");
export const EmailToken = z.object({ token: Token }).describe("The token of the link in the e-mail.");

/** A place in the waiting list of a size, as the email's link shows it. */
export const WaitingPlace = z
  .object({
    state: z
      .enum(["asked", "waiting", "offered", "taken", "passed", "left"])
      .describe(
        "`asked`: the e-mail address is not confirmed yet; `waiting`: in line; `offered`: a piece is held until `offerEndsOn`; `taken`: the piece is in a cart; `passed`: the offer ended and the next in line has it; `left`: the customer left.",
      ),
    productId: Id.describe("The product's `_id`."),
    attributeId: Id.describe("The size's `_id`."),
    name: z.string().describe("Product and size, as a cart line names them."),
    image: z.string().nullable().describe("Path of a WebP picture about 360 pixels wide; null without a picture."),
    place: z.number().int().nullable().describe("Place in line from 1, while `waiting`; otherwise null."),
    offerEndsOn: Instant.nullable().describe("Until when the offered piece is or was held. Null before an offer."),
    serverNow: Instant.describe("The server's clock: count down from the difference to `offerEndsOn`."),
  })
  .meta({ id: "WaitingPlace", description: "A place in the waiting list of a sold-out size." });
export type WaitingPlace = z.output<typeof WaitingPlace>;

export const TakeOffer = EmailToken.extend({
  cartId: text().max(100).nullish().describe("An active cart to put the piece in. Without it the piece gets its own."),
}).describe("The offer to take.");

export const OfferTaken = z
  .object({ cart: Cart.describe("The cart that holds the piece.") })
  .describe("The offered piece, in a cart.");
