import { z } from "zod";
import { Cart } from "./carts.ts";
import { Email, Id, Instant, text } from "./fields.ts";

export const JoinWaitingList = z.object({ email: Email });

const Token = text().trim().max(200).meta({ description: "El del enlace del correo" });
export const OfMail = z.object({ token: Token });

/** A place in the line for a size, as the mail's link shows it. */
export const WaitingPlace = z
  .object({
    state: z
      .enum(["asked", "waiting", "offered", "taken", "passed", "left"])
      .meta({ description: "asked: falta confirmar el correo; offered: hay una pieza apartada hasta offerEndsOn" }),
    productId: Id,
    attributeId: Id,
    name: z.string(),
    image: z.string().nullable(),
    place: z.number().int().nullable().meta({ description: "Desde 1, mientras espera" }),
    offerEndsOn: Instant.nullable(),
    serverNow: Instant,
  })
  .meta({ id: "WaitingPlace" });
export type WaitingPlace = z.output<typeof WaitingPlace>;

export const TakeOffer = OfMail.extend({
  cartId: text().max(100).nullish().meta({ description: "El carrito vivo de quien la toma, si tiene" }),
});

export const OfferTaken = z.object({ cart: Cart });
