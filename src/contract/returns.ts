import { z } from "zod";
import { isClabe } from "../domain/clabe.ts";
import { refusalText } from "../domain/refusal-text.ts";
import {
  DIFFERENCE_STATES,
  RETURN_REASONS,
  RETURN_STATES,
  RETURN_WISHES,
  RETURN_PARCEL_STATES,
} from "../domain/return.ts";
import { MAX_LINE_PIECES } from "../domain/cart-line.ts";
import { Id, Instant, optionalText, Pesos, oneLineText, text } from "./fields.ts";

const Reason = z
  .enum(RETURN_REASONS, { error: "Elige un motivo" })
  .describe(
    "Why. For `DEFECTIVE`, `NOT_AS_DESCRIBED` and `WRONG_ITEM` no goods are excluded and the shop pays the return shipping.",
  );
const Wish = z
  .enum(RETURN_WISHES, { error: "Elige si quieres tu dinero o un cambio" })
  .describe("`REFUND`: the money back; `EXCHANGE`: another size or another product.");
const WRONG_QUANTITY_ERROR = { error: "Escribe cuántas piezas: 1 o más" };

const RequestedLine = z
  .object({
    attributeId: oneLineText().describe("`attributeId` of a line of the order, or of a size that an exchange brought."),
    quantity: z
      .number(WRONG_QUANTITY_ERROR)
      .int(WRONG_QUANTITY_ERROR)
      .min(1, WRONG_QUANTITY_ERROR)
      .max(MAX_LINE_PIECES, WRONG_QUANTITY_ERROR)
      .describe("Pieces, from 1."),
    reason: Reason,
    wish: Wish,
    newAttributeId: oneLineText()
      .nullish()
      .describe(
        "For an exchange: the size to send instead, also of another product. If it costs more, the approval charges the difference.",
      ),
  })
  .refine(({ wish, newAttributeId }) => wish !== "EXCHANGE" || Boolean(newAttributeId), {
    error: "Elige la talla que quieres",
    path: ["newAttributeId"],
  });

export const AskForReturn = z
  .object({
    lines: z
      .array(RequestedLine)
      .min(1, { error: "Elige qué devuelves" })
      .max(100, { error: "Son demasiadas líneas" })
      .describe("What comes back, a line for each size, reason and wish."),
    note: optionalText(1_000).describe("For the shop, at most 1,000 characters."),
    clabe: text()
      .transform((typed) => typed.replaceAll(/\s/g, ""))
      .pipe(
        z.string().refine((typed) => typed === "" || isClabe(typed), { error: refusalText("clabe_wrong", "customer") }),
      )
      .nullish()
      .describe(
        "The account for a refund by transfer: 18 digits, its check digit is verified. Empty or missing: none.",
      ),
  })
  .describe("Pieces of a delivered order that come back.");

export const SendReturn = z
  .object({ guide: text().trim().describe("The tracking number of the parcel in which the pieces come back.") })
  .describe("The parcel of an approved return.");

const ReturnLine = z.object({
  attributeId: Id.describe("The size that comes back."),
  name: z.string().describe("Its name in the order."),
  quantity: z.number().int().describe("The requested pieces."),
  received: z.number().int().describe("Pieces that arrived at the shop. 0 before."),
  reason: z.enum(RETURN_REASONS).describe("Why."),
  wish: z.enum(RETURN_WISHES).describe("`REFUND` or `EXCHANGE`."),
  newAttributeId: Id.nullable().describe("The size that is sent instead. Null for a refund."),
  newName: z.string().nullable().describe("Its name. Null for a refund."),
  unpaidNewName: z
    .string()
    .nullable()
    .describe(
      "The size that the customer requested and that is not sent, because its difference is not paid. Null otherwise.",
    ),
});

export const Return = z
  .object({
    _id: Id.describe("The return's id."),
    number: z.number().int().describe("The number that customers and staff use."),
    state: z
      .enum(RETURN_STATES)
      .describe(
        "`ASKED`: staff have not answered it; `APPROVED`: the customer sends it, and the sizes of an exchange are reserved; `DECLINED`; `RECEIVED`: it arrived; `SETTLED`: money and new sizes are on their way; `CANCELLED`.",
      ),
    stateLabel: z.string().describe("The state in Spanish. Once an approved return was sent: where its parcel is."),
    lines: z.array(ReturnLine).describe("What comes back."),
    refund: Pesos.describe("The amount to refund. Before `RECEIVED`: for all its pieces."),
    refundState: z
      .enum(["none", "pending", "done", "failed"])
      .describe(
        "`none`: the return is not settled, or nothing is refunded; `pending`: with the provider; `done`: the money was sent; `failed`: staff have to send it again.",
      ),
    surcharge: Pesos.describe("By how much the new sizes cost more than the returned pieces; 0 if they do not."),
    difference: z
      .object({
        orderId: Id.describe("The order that charges it. A key of the returned order opens it too."),
        orderNumber: z.number().int().describe("Its number."),
        amount: Pesos.describe("The difference."),
        state: z
          .enum(DIFFERENCE_STATES)
          .describe("`ENDED`: it is not charged any more. The new sizes that cost more are not sent."),
        payBy: Instant.nullable().describe("Until when it can be paid. Null without a deadline."),
      })
      .nullable()
      .describe("The payment of the `surcharge`. Null without one, and before the approval."),
    paidBy: z
      .enum(["provider", "transfer"])
      .nullable()
      .describe(
        "The way that staff preferred for the refund. What it cannot refund goes the other way. Null until it is settled, and without a refund.",
      ),
    lessBecause: z.string().nullable().describe("Why the refund was less than computed. Null if it was not less."),
    note: z.string().nullable().describe("What the customer wrote."),
    pictures: z.number().int().describe("How many pictures the customer sent. Only staff see them."),
    answer: z.string().nullable().describe("What the shop answered: how to send it, or why it declined."),
    instructions: z
      .string()
      .nullable()
      .describe(
        "Where and how to send it, from the shop's settings. Null unless it is `APPROVED`, and if there are none.",
      ),
    wayBackBy: z.enum(["customer", "shop"]).describe("Who pays the return shipping."),
    wayBackGuide: z.string().nullable().describe("Tracking number of the parcel that comes back. Null if not known."),
    wayBackState: z
      .enum(RETURN_PARCEL_STATES)
      .nullable()
      .describe(
        "Where the returned parcel is. Null if no carrier stated it, and for a second parcel after the first one came back.",
      ),
    wayBack: z
      .array(
        z.object({
          state: z.enum(RETURN_PARCEL_STATES).describe("Where the parcel was. `RETURNED`: it came back to its sender."),
          on: Instant.describe("When, as the carrier states it."),
        }),
      )
      .describe("The states that the carrier of a purchased return label reported, the oldest first."),
    exchangeCarrier: z.string().nullable().describe("Carrier of the new sizes. Null until they leave."),
    exchangeGuide: z.string().nullable().describe("Their tracking number. Null until they leave."),
    askedOn: Instant.describe("When it was requested."),
    history: z
      .array(
        z.object({
          state: z.enum(RETURN_STATES).describe("The state it got."),
          on: Instant.describe("When."),
        }),
      )
      .describe("Every state, the oldest first."),
  })
  .meta({ id: "Return", description: "Pieces of an order that come back, for money or for other sizes." });
export type Return = z.output<typeof Return>;

export const ReturnResponse = z.object({ return: Return }).describe("The return as it is now.");

export const Returns = z
  .object({
    returns: z.array(Return).describe("The order's returns, the oldest first."),
    returnable: z
      .object({
        orderId: Id.describe("The order that has the products: another one after orders were joined."),
        code: z
          .enum(["NOT_DELIVERED", "RETURN_WINDOW_OVER", "NOT_RETURNABLE"])
          .nullable()
          .describe("Why no return can be asked for now. Null if one can."),
        until: z.iso
          .date()
          .nullable()
          .describe("The last day to ask for one, by Mexico City's time. Null before the delivery."),
        lines: z
          .array(
            z.object({
              attributeId: Id.describe("The size."),
              productId: Id.describe("Its product."),
              name: z.string().describe("Its name in the order."),
              quantity: z.number().int().describe("Pieces that the customer has and that are in no return."),
              image: z.string().nullable().describe("Its picture. Null if there is none."),
              refund: Pesos.describe("The refund for one piece now. It depends on the promotions of the purchase."),
              paid: Pesos.describe(
                "The price paid for one piece. An exchange for a more expensive one charges the difference.",
              ),
              onlyFaults: z.boolean().describe("Whether it is taken back only if the shop is at fault."),
            }),
          )
          .describe("What the customer has of the order. Tickets are not taken back."),
      })
      .describe("What can be returned."),
  })
  .meta({ id: "Returns", description: "The returns of an order, and what can still be returned." });
export type Returns = z.output<typeof Returns>;
