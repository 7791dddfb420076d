import { sql } from "kysely";
import { isRefusal, type Refusal } from "../../src/domain/refusal.ts";
import type { ReturnReason, ReturnState } from "../../src/domain/return.ts";
import type { App } from "../../src/server/app.ts";
import { settleReturn } from "../../src/server/order-management/settle-return.ts";
import { approveReturn, declineReturn } from "../../src/server/returns/answer-return.ts";
import { requestReturn } from "../../src/server/returns/request-return.ts";
import { cancelReturn } from "../../src/server/returns/cancel-or-send-back.ts";
import { receiveReturn } from "../../src/server/returns/receive-return.ts";
import { DEMO_STAFF_NAME } from "./demo-history.ts";
import { demoId } from "./demo-id.ts";

interface DemoReturn {
  shop: "matriz" | "norte";
  /** Which of the shop's shipped orders (0 is the oldest), and which of that order's lines. */
  orderIndex: number;
  lineIndex: number;
  reason: ReturnReason;
  isExchange?: boolean;
  /**
   * The slug of an exchange's new product, in size M. If undefined, the exchange is for another size of the same
   * product. If no other size is in stock, the return is for a refund.
   */
  newProductSlug?: string;
  note: string;
  state: ReturnState;
}

/** One return in each state, and an exchange for a dearer product that staff must answer. */
const DEMO_RETURNS: readonly DemoReturn[] = [
  {
    shop: "matriz",
    orderIndex: 0,
    lineIndex: 1,
    reason: "SIZE_TOO_SMALL",
    isExchange: true,
    note: "Me aprieta de los hombros.",
    state: "SETTLED",
  },
  {
    shop: "matriz",
    orderIndex: 0,
    lineIndex: 1,
    reason: "UNWANTED",
    note: "La lavé y ya no la quiero.",
    state: "DECLINED",
  },
  { shop: "norte", orderIndex: 0, lineIndex: 1, reason: "SIZE_TOO_LARGE", note: "Me queda grande.", state: "RECEIVED" },
  {
    shop: "matriz",
    orderIndex: 1,
    lineIndex: 1,
    reason: "SIZE_TOO_SMALL",
    isExchange: true,
    note: "Quiero una talla más.",
    state: "APPROVED",
  },
  { shop: "matriz", orderIndex: 1, lineIndex: 0, reason: "OTHER", note: "Mejor me la quedo.", state: "CANCELLED" },
  {
    shop: "matriz",
    orderIndex: 1,
    lineIndex: 0,
    reason: "COLOR",
    note: "En persona el color es otro.",
    state: "ASKED",
  },
  {
    shop: "matriz",
    orderIndex: 0,
    lineIndex: 0,
    reason: "STYLE",
    isExchange: true,
    newProductSlug: "saco-de-sarga-dos-botones-negro",
    note: "Mejor algo más formal: pago la diferencia.",
    state: "ASKED",
  },
];

const DEMO_STAFF_ACTOR = { memberId: null, name: DEMO_STAFF_NAME, ip: null };

/** Requests returns of the shipped orders and moves them with the ordinary use cases. */
export async function addDemoReturns(app: App): Promise<"placed" | Refusal> {
  for (const demoReturn of DEMO_RETURNS) {
    const placed = await addDemoReturn(app, demoReturn);
    if (isRefusal(placed)) return placed;
  }
  return "placed";
}

async function addDemoReturn(
  app: App,
  { shop: key, orderIndex, lineIndex, ...demoReturn }: DemoReturn,
): Promise<"placed" | Refusal> {
  const shop = (await app.shops.byKey(key))!;
  const { rows } = await sql<{ orderId: string; sizeId: string; newSizeId: string | null }>`
    SELECT o.id AS "orderId", l.size_id AS "sizeId", (
      SELECT other.id FROM sizes s JOIN sizes other ON other.product_id = s.product_id AND other.id <> s.id
      WHERE s.id = l.size_id AND other.available > 1 AND NOT other.is_hidden ORDER BY other.id LIMIT 1) AS "newSizeId"
    FROM (SELECT id FROM orders WHERE status = 'SHIPPED' AND shop_id = ${shop.id}
      ORDER BY reference LIMIT 1 OFFSET ${orderIndex}) o
    JOIN order_lines l ON l.order_id = o.id ORDER BY l.position LIMIT 1 OFFSET ${lineIndex}`.execute(app.db);
  const { orderId, sizeId, newSizeId: otherSizeId } = rows[0]!;
  const newSizeId = demoReturn.newProductSlug ? demoId("size", `${demoReturn.newProductSlug} M`) : otherSizeId;
  const wish = demoReturn.isExchange && newSizeId !== null ? ("EXCHANGE" as const) : ("REFUND" as const);
  const requested = await requestReturn(app, shop, {
    orderId,
    lines: [{ sizeId, pieces: 1, reason: demoReturn.reason, wish, newSizeId: wish === "EXCHANGE" ? newSizeId : null }],
    note: demoReturn.note,
    clabe: null,
    by: DEMO_STAFF_ACTOR,
  });
  return isRefusal(requested) ? requested : moveToState(app, requested.id, demoReturn.state);
}

async function moveToState(app: App, id: string, state: ReturnState): Promise<"placed" | Refusal> {
  const movesWithoutApproval: Partial<Record<ReturnState, () => Promise<unknown>>> = {
    DECLINED: () => declineReturn(app, id, { answer: "Llegó lavada y sin etiquetas.", by: DEMO_STAFF_ACTOR }),
    CANCELLED: () => cancelReturn(app, { returnId: id, by: DEMO_STAFF_ACTOR }),
  };
  const moveWithoutApproval = movesWithoutApproval[state];
  if (moveWithoutApproval) return outcomeOf(await moveWithoutApproval());
  if (state === "ASKED") return "placed";
  const approval = { answer: "Mándala con sus etiquetas, en su bolsa.", guide: "", by: DEMO_STAFF_ACTOR };
  const approved = await approveReturn(app, id, approval);
  if (isRefusal(approved) || state === "APPROVED") return outcomeOf(approved);
  const received = await receiveReturn(app, id, { received: "restock", by: DEMO_STAFF_ACTOR });
  if (isRefusal(received) || state === "RECEIVED") return outcomeOf(received);
  const settlement = {
    preferredMethod: "transfer",
    reference: "",
    sentOn: "",
    amountCents: null,
    lessBecause: "",
    exchangeCarrier: "Paquetería Nacional",
    exchangeGuide: "MX847299001",
    by: DEMO_STAFF_ACTOR,
  } as const;
  return outcomeOf(await settleReturn(app, id, settlement));
}

function outcomeOf(outcome: unknown): "placed" | Refusal {
  return isRefusal(outcome) ? outcome : "placed";
}
