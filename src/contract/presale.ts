import { z } from "zod";
import { Product } from "./catalog.ts";
import { ID } from "./examples/ids.ts";
import { Id, Instant, oneLineText, requiredText, text } from "./fields.ts";

/** A day, as a date without a time. */
const Day = z.string().meta({ format: "date", example: "2026-11-21" });

/** A presale in a cart or an order. */
export const PresaleShown = z
  .object({
    _id: Id.describe("The presale's id."),
    name: z.string().describe("The name that customers read."),
    deliversOn: Day.nullable().describe("The day from which its orders are delivered; null if not set."),
  })
  .meta({ id: "PresaleShown", description: "A presale, by name and delivery." });

/** A product with all data that a screen shows, because presale screens are not rendered on the server. */
export const PresaleProduct = Product.extend({
  tag: z.enum(["offer", "new"]).nullable().describe("The badge on its picture. Null if it has none."),
  pictures: z
    .array(
      z.object({
        key: z.string().describe("Name of its files: `/pictures/{key}.{width}.{avif|webp}`."),
        width: z.number().int().describe("Width of the original in pixels."),
        height: z.number().int().describe("Height of the original in pixels."),
        color: z.string().describe("Its average colour as CSS, to show while it loads."),
        alt: z.string().describe("Text alternative in Spanish."),
        avif: z.array(z.number().int()).describe("Available widths as AVIF, in pixels."),
        webp: z.array(z.number().int()).describe("Available widths as WebP, in pixels."),
      }),
    )
    .describe("Its pictures with all their sizes, the main one first."),
}).meta({ id: "PresaleProduct", description: "A product of a presale, with all sizes of its pictures." });

export const AccessCode = z
  .object({
    code: requiredText("Escribe tu código", 60).describe("As the customer typed it; upper and lower case alike."),
  })
  .describe("An access code of a presale.");

export const CodeAccepted = z
  .object({
    status: z
      .literal("OK")
      .describe("The code is valid: its presale is open, or the waiting room before it is (see `startsOn`)."),
    code: z.string().describe("The code as `X-CODE` takes it: trimmed and in upper case."),
    presale: PresaleShown.extend({
      startsOn: Instant.describe("When the presale begins."),
      endsOn: Instant.describe("When it ends."),
      room: z.boolean().describe("Whether it has a waiting room: then reserving pieces requires a turn (`X-GRANT`)."),
    }).describe("The presale that the code opens."),
  })
  .describe("The presale that a code opens.");

export const PresaleQuery = z.object({
  category: oneLineText()
    .optional()
    .meta({ description: "A category's `_id` or slug; its subcategories are included.", example: "mujer" }),
});

const ROOM_STATES = ["EARLY", "WAITING", "ADMITTED", "ENDED", "SOLD_OUT"] as const;

export const JoinRoom = z
  .object({
    visitor: z
      .string()
      .regex(/^[\w-]{43}$/, { error: "Falta el secreto de este navegador: 32 bytes al azar en base64url" })
      .describe("32 random bytes as base64url, created and stored by the browser. The same secret has the same place."),
    again: z.boolean().nullish().describe("True to join again at the end of the queue after the turn has ended."),
  })
  .describe("A visitor of the waiting room.");

export const RoomQuery = z.object({
  presale: text().max(100).meta({ description: "The presale's `_id`.", example: ID.presale }),
});

/** The position of a visitor in a waiting room. */
export const RoomPlace = z
  .object({
    state: z
      .enum(ROOM_STATES)
      .describe(
        "`EARLY`: the presale is not open yet; `WAITING`: in line; `ADMITTED`: it is their turn; `ENDED`: their turn is over; `SOLD_OUT`: no pieces are available, nor in any cart.",
      ),
    place: z.number().int().nullable().describe("Place in line from 1; null before the draw, which is at the opening."),
    ahead: z.number().int().describe("Visitors before this one who have not been admitted. 0 before the draw."),
    people: z.number().int().describe("All visitors in the queue."),
    waitMinutes: z.number().int().nullable().describe("Estimated wait in minutes. Null if there is no estimate."),
    likely: z.boolean().describe("Whether there are enough pieces for everyone ahead and this visitor."),
    opensOn: Instant.describe("When the presale opens."),
    piecesBackOn: Instant.nullable().describe(
      "If all remaining pieces are in carts: when the first of those carts expires.",
    ),
    grant: z.string().nullable().describe("The grant, to send as `X-GRANT`. Null except in the state `ADMITTED`."),
    grantEndsOn: Instant.nullable().describe(
      "When the turn ends, ten minutes after it began. Null except in the state `ADMITTED`.",
    ),
    cart: Id.nullable().describe("The cart that uses this grant. Null until one does."),
    serverNow: Instant.describe("The server's clock: count down its difference to `opensOn` or `grantEndsOn`."),
    pollSeconds: z.number().describe("Seconds to wait before the next call."),
  })
  .meta({ id: "RoomPlace", description: "A visitor's place in a presale's waiting room." });
