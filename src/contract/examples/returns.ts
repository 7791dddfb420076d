import type { z } from "zod";
import type { AskForReturn, Return, Returns, SendReturn } from "../returns.ts";
import { CART_LINE } from "./carts.ts";
import { ID } from "./ids.ts";

const LARGER_SIZE_NAME = "Blusa de lino Jacaranda Blanco T: G";

export const ASK_FOR_RETURN: z.input<typeof AskForReturn> = {
  lines: [
    {
      attributeId: ID.sizeM,
      quantity: 1,
      reason: "SIZE_TOO_SMALL",
      wish: "EXCHANGE",
      newAttributeId: ID.sizeG,
    },
  ],
  note: "Está nuevo, con sus etiquetas.",
  clabe: null,
};

export const RETURN: z.input<typeof Return> = {
  _id: ID.return,
  number: 1001,
  state: "ASKED",
  stateLabel: "Pedida",
  lines: [
    {
      attributeId: ID.sizeM,
      name: CART_LINE.name,
      quantity: 1,
      received: 0,
      reason: "SIZE_TOO_SMALL",
      wish: "EXCHANGE",
      newAttributeId: ID.sizeG,
      newName: LARGER_SIZE_NAME,
      unpaidNewName: null,
    },
  ],
  refund: 0,
  refundState: "none",
  surcharge: 0,
  difference: null,
  paidBy: null,
  lessBecause: null,
  note: "Está nuevo, con sus etiquetas.",
  pictures: 0,
  answer: null,
  wayBackBy: "shop",
  instructions: null,
  wayBackGuide: null,
  wayBackState: null,
  wayBack: [],
  exchangeCarrier: null,
  exchangeGuide: null,
  askedOn: "2026-11-27T18:03:11.000Z",
  history: [{ state: "ASKED", on: "2026-11-27T18:03:11.000Z" }],
};

const RETURN_APPROVED: z.input<typeof Return> = {
  ...RETURN,
  state: "APPROVED",
  stateLabel: "Aprobada",
  answer: "Envíalo a Calle 5 de Mayo 12, Centro, 06000, Ciudad de México.",
  history: [...RETURN.history, { state: "APPROVED", on: "2026-11-28T16:20:00.000Z" }],
};

export const RETURN_CANCELLED: z.input<typeof Return> = {
  ...RETURN_APPROVED,
  state: "CANCELLED",
  stateLabel: "Cancelada",
  history: [...RETURN_APPROVED.history, { state: "CANCELLED", on: "2026-11-29T10:00:00.000Z" }],
};

export const SEND_RETURN: z.input<typeof SendReturn> = { guide: "MX847201330" };
export const RETURN_WITH_PICTURE: z.input<typeof Return> = { ...RETURN, pictures: 1 };
export const RETURN_SENT: z.input<typeof Return> = {
  ...RETURN_APPROVED,
  stateLabel: "En camino",
  wayBackGuide: "MX847201330",
};

export const RETURNS: z.input<typeof Returns> = {
  returns: [RETURN],
  returnable: {
    orderId: ID.order,
    code: null,
    until: "2026-12-24",
    lines: [
      {
        attributeId: ID.sizeM,
        productId: ID.product,
        name: CART_LINE.name,
        quantity: 1,
        image: null,
        refund: 499,
        paid: 499,
        onlyFaults: false,
      },
    ],
  },
};
