import { data, redirect } from "react-router";
import { AddressFields } from "../../../../contract/customers.ts";
import { formatMexicoTime } from "../../../../domain/mexico-time.ts";
import { readPesos } from "../../../../domain/read-pesos.ts";
import { findOrderAction, permissionOfAction, type OrderActionName } from "../../../../domain/order-actions.ts";
import { ORDER_STATUSES, orderStatusLabel, type OrderStatus } from "../../../../domain/order-status.ts";
import { ORDER_FLAGS } from "../../../../domain/payment.ts";
import { isRefusal, refuse, type Refusal } from "../../../../domain/refusal.ts";
import { isAllowed, shopsWithPermission, type Permission } from "../../../../domain/staff-permissions.ts";
import type { App } from "../../../../server/app.ts";
import { isId, newId } from "../../../../server/db/new-id.ts";
import { resendOrderEmail } from "../../../../server/notifications/resend-order-email.ts";
import { requestPayment, undoReservation } from "../../../../server/orders/request-payment.ts";
import { changeAddress } from "../../../../server/orders/change-address.ts";
import { changeSize } from "../../../../server/orders/change-size.ts";
import { correctTracking } from "../../../../server/orders/correct-tracking.ts";
import { joinOrders } from "../../../../server/order-management/join-orders.ts";
import { makePayLink } from "../../../../server/orders/make-pay-link.ts";
import { moveOrder, type Move } from "../../../../server/orders/move-order.ts";
import { listReturnsOfOrder } from "../../../../server/returns/queries.ts";
import { addNote, withdrawNote } from "../../../../server/orders/notes.ts";
import { findOrder } from "../../../../server/orders/queries.ts";
import { findConcurrentChange, findShopIdOfOrder } from "../../../../server/orders/staff-order-queries.ts";
import { findOrdersByTracking } from "../../../../server/orders/find-orders-by-tracking.ts";
import { viewOrder } from "../../../../server/order-management/view-order.ts";
import { refuseReceipts } from "../../../../server/payments/refuse-receipts.ts";
import { requestRefund, readRefundableCents } from "../../../../server/payments/request-refund.ts";
import { closeFlag } from "../../../../server/order-money/flags.ts";
import { MAX_RECEIPT_BYTES } from "../../../../server/payments/transfer-receipt.ts";
import { recordTransferRefund } from "../../../../server/payments/transfer-refund.ts";
import { withdrawTransferRefund } from "../../../../server/order-management/withdraw-transfer-refund.ts";
import type { Shop } from "../../../../server/shops/shop.ts";
import type { Actor } from "../../../../server/change-log/change-log.ts";
import { createSuToken } from "../../../../server/staff/su-tokens.ts";
import { appContext } from "../../../context.ts";
import { actorOf, readForm, readUpload, requireStaff, type FormFields } from "../../guard.ts";
import { toChange } from "../../kit/to-change.ts";
import { officePaths } from "../../paths.ts";
import { concurrentChangeSentence, sentenceOf, type OfficeRefusalName } from "../../sentences.ts";
import { OrderScreen } from "./order-screen.tsx";
import { PARCEL_ACTIONS } from "./parcel-actions.server.ts";
import type { Route } from "./+types/route";

/**
 * The order's shop and the signed-in member, if they have this permission there. Otherwise the page answers 404.
 */
async function requireOrderShop(
  { context, request }: Pick<Route.LoaderArgs, "context" | "request">,
  orderId: string,
  permission: Permission,
) {
  requireStaff(context, request, permission);
  const app = context.get(appContext);
  const shopId = await findShopIdOfOrder(app.genericPlanDb, orderId);
  const shop = shopId === undefined ? undefined : await app.shops.byId(shopId);
  if (!shop) throw data(null, { status: 404 });
  return { app, shop, staff: requireStaff(context, request, permission, { shopId: shop.id }) };
}

export async function loader(args: Route.LoaderArgs) {
  const { orderId } = args.params;
  const { app, shop, staff } = await requireOrderShop(args, orderId, "orders.view");
  const may = (permission: Permission) => isAllowed(staff.grants, permission, { shopId: shop.id });
  const view = await viewOrder(app, shop, orderId, may);
  if (!view) throw data(null, { status: 404 });
  const { changes, ...order } = view;
  const trackingNumbers = order.trackingNumber === null ? [] : [order.trackingNumber];
  const ordersByTracking = await findOrdersByTracking(
    app.genericPlanDb,
    trackingNumbers,
    shopsWithPermission(staff.grants, "orders.view"),
  );
  const sameTrackingReferences = [...ordersByTracking.values()]
    .flat()
    .filter((reference) => reference !== order.reference);
  const searchParams = new URL(args.request.url).searchParams;
  const returns = await listReturnsOfOrder(app.genericPlanDb, orderId);
  const canReturn = order.status === "SHIPPED" && may("orders.change");
  return {
    order: {
      ...order,
      sameTrackingReferences,
      canReturn,
      returns: returns.map(({ id, number, state, requestedAt, sentBackAt, wayBackState }) => ({
        id,
        number,
        state,
        requestedAt,
        sentBackAt,
        wayBackState,
      })),
    },
    changes: changes.map((change) => toChange(change)),
    memberId: staff.memberId,
    doneAction:
      searchParams.get("hecho") === "nuevo"
        ? ("placed" as const)
        : (findOrderAction(searchParams.get("hecho") ?? "") ?? null),
    /** The note that was just written, for its undo button. */
    doneNoteId: searchParams.get("de"),
    noteId: newId(),
    refundId: newId(),
    today: formatMexicoTime(new Date()).slice(0, 10),
    now: new Date(),
  };
}

interface ActionInput {
  app: App;
  shop: Shop;
  orderId: string;
  form: FormFields;
  /** Files of a multipart form. */
  files(name: string): File[];
  by: Actor;
  /** The order's status when the page was shown. */
  shownStatus: OrderStatus | undefined;
}

/**
 * What the page shows after an action that does not redirect: a link, an assisted session, a request to confirm, or
 * errors of fields.
 */
interface ActionDetails {
  errors?: Record<string, string>;
  confirmation?: { cents: number; amount: string; reason: string; seenCents: number };
  link?: { url: string; text: string };
  assistedSession?: { url: string; username: string };
}

type PendingActionOutcome = Promise<Refusal<OfficeRefusalName> | ActionDetails | string>;

async function moveTo(
  { app, orderId, by, shownStatus }: ActionInput,
  move: Omit<Move, "actor" | "by" | "seen">,
): PendingActionOutcome {
  return moveOrder(app, orderId, { ...move, actor: by.name, by, seen: shownStatus });
}

/** The actions of the page by intent. A returned text means success; for `note` it is the id of the note. */
const ACTIONS: Record<Exclude<OrderActionName, "editLines">, (input: ActionInput) => PendingActionOutcome> = {
  confirmPayment: (input) =>
    moveTo(input, { to: "PAYMENT_ACCEPTED", reason: input.form.text("reason", 200) || "Pago confirmado" }),
  refuseReceipt: async ({ app, orderId, form, by }) => {
    const answer = form.text("answer", 500);
    if (!answer) return refuse("answer_missing");
    const outcome = await refuseReceipts(app, orderId, { answer, actor: by.name, by });
    return isRefusal(outcome) ? outcome : "";
  },
  reserve: (input) => moveTo(input, { to: "RESERVED", reason: "Apartado sin plazo" }),
  undoReserve: ({ app, orderId, by }) => undoReservation(app, orderId, by),
  askPayment: ({ app, shop, orderId, by, shownStatus }) =>
    requestPayment(app, shop, orderId, { by, seen: shownStatus }),
  payLink: async ({ app, shop, orderId, by }) => {
    const link = await makePayLink(app, shop, orderId, by);
    return isRefusal(link) ? link : { link };
  },
  ship: (input) => moveTo(input, { to: "SHIPPED", reason: "Enviado", trackingNumber: input.form.text("tracking", 60) }),
  cancel: async (input) => {
    const reason = input.form.text("reason", 200);
    if (!reason) return refuse("reason_missing");
    const isWrittenOff = input.form.text("pieces") === "writeOff";
    const writeOff = isWrittenOff ? ({ because: "not_available", writeOffReason: reason } as const) : {};
    return moveTo(input, { to: "CANCELLED", reason, ...writeOff });
  },
  refund: async ({ app, orderId, form, by }) => {
    const [amount, reason] = [form.text("amount", 20), form.text("reason", 200)];
    if (!reason) return refuse("reason_missing");
    const cents = amount === "" ? null : readPesos(amount);
    if (amount !== "" && !cents) return refuse("amount_wrong");
    const maxRefundCents = await readRefundableCents(app.genericPlanDb, orderId);
    if (form.text("confirmed") === "") {
      if (maxRefundCents === 0) return refuse("nothing_to_refund");
      if (cents !== null && cents > maxRefundCents) return refuse("refund_too_much");
      return { confirmation: { cents: cents ?? maxRefundCents, amount, reason, seenCents: maxRefundCents } };
    }
    const seenCents = Number(form.text("seenCents"));
    const outcome = await requestRefund(app, orderId, cents, { actor: by.name, reason, by, seenCents });
    return isRefusal(outcome) ? outcome : "";
  },
  refundTransfer: async ({ app, orderId, form, files, by }) => {
    const [proof] = files("proof");
    if (proof && proof.size > MAX_RECEIPT_BYTES) return refuse("refund_proof_too_heavy");
    const outcome = await recordTransferRefund(app, orderId, {
      id: form.text("id"),
      cents: readPesos(form.text("amount", 20)) ?? 0,
      sentOn: form.text("sentOn", 10),
      reference: form.text("reference", 60),
      reason: form.text("reason", 200),
      proof: proof ? Buffer.from(await proof.arrayBuffer()) : null,
      seenCents: Number(form.text("seenCents")),
      mayCancelOrder: form.text("mayCancelOrder") === "1",
      actor: by.name,
      by,
    });
    return isRefusal(outcome) ? outcome : "";
  },
  withdrawRefund: async ({ app, orderId, form, by }) => {
    const withdrawal = { refundId: form.text("id"), reason: form.text("reason", 200), actor: by.name, by };
    const outcome = await withdrawTransferRefund(app, orderId, withdrawal);
    return isRefusal(outcome) ? outcome : "";
  },
  closeFlag: async ({ app, orderId, form, by }) => {
    const flag = ORDER_FLAGS.find((candidate) => candidate === form.text("flag"));
    return flag && (await closeFlag(app, { orderId, flag }, by)) ? "" : refuse("flag_closed");
  },
  join: async ({ app, orderId, form, by }) => {
    const [direction, otherId = ""] = form.text("with").split(":");
    if (!isId(otherId)) return refuse("joined_order_not_found");
    const ids = direction === "into" ? { orderId, intoId: otherId } : { orderId: otherId, intoId: orderId };
    const outcome = await joinOrders(app, { ...ids, actor: by.name, by });
    return isRefusal(outcome) ? outcome : "";
  },
  changeAddress: async ({ app, orderId, form, by }) => {
    const names = ["street", "neigh", "postalCode", "city", "state"];
    const parseResult = AddressFields.safeParse(Object.fromEntries(names.map((name) => [name, form.text(name, 300)])));
    if (!parseResult.success) {
      return {
        errors: Object.fromEntries(parseResult.error.issues.map(({ path, message }) => [String(path[0]), message])),
      };
    }
    const { neigh, street, postalCode, city, state } = parseResult.data;
    const fields = { street, neighborhood: neigh, postalCode, city, state };
    return changeAddress(app, orderId, { seen: form.text("seenAddress", 1_000), fields, by });
  },
  correctTracking: ({ app, orderId, form, by }) =>
    correctTracking(app, orderId, {
      seen: form.text("seenTracking", 60),
      trackingNumber: form.text("tracking", 60),
      by,
    }),
  ...PARCEL_ACTIONS,
  changeSize: ({ app, orderId, form, by }) =>
    changeSize(app, {
      orderId,
      fromSizeId: form.text("from"),
      toSizeId: form.text("to"),
      pieces: Number(form.text("pieces")),
      seenPieces: Number(form.text("seenPieces")),
      by,
    }),
  note: async ({ app, orderId, form, by }) => {
    const id = form.text("id");
    const outcome = await addNote(app, orderId, { id, text: form.multilineText("text") }, by);
    return isRefusal(outcome) ? outcome : id;
  },
  withdrawNote: ({ app, orderId, form, by }) => withdrawNote(app, orderId, form.text("id"), by),
  resendEmail: async ({ app, orderId, form, by }) => {
    const outcome = await resendOrderEmail(app, orderId, form.text("id"), by);
    return isRefusal(outcome) ? outcome : "";
  },
  assist: async ({ app, shop, orderId, by }) => {
    const order = await findOrder(app.genericPlanDb, shop.id, orderId);
    const username = order?.customer_username ?? "";
    const suToken = await createSuToken(app, username, by);
    if (isRefusal(suToken)) return suToken;
    // The token is in the URL's fragment, which browsers send neither to the server nor in the Referer header.
    const fragment = new URLSearchParams({ usuario: username, token: suToken.token });
    return { assistedSession: { url: `${app.originOf(shop.hosts)}/sulogin#${fragment}`, username } };
  },
};

/** Maximum size of a form with a file: the largest proof and the other fields. */
const MAX_UPLOAD_BYTES = MAX_RECEIPT_BYTES + 64 * 1024;
const EMPTY_ACTION_DATA = {
  target: "",
  typedValues: {} as Record<string, string>,
  errors: undefined,
  confirmation: undefined,
  link: undefined,
  assistedSession: undefined,
};

/** Fields that are filled again with their typed values when the action does not redirect. */
const REFILLED_FIELDS = [
  "answer",
  "reason",
  "amount",
  "sentOn",
  "reference",
  "tracking",
  "text",
  "street",
  "neigh",
  "postalCode",
  "city",
  "state",
];

export async function action(args: Route.ActionArgs) {
  const { context, request } = args;
  const { orderId } = args.params;
  await requireOrderShop(args, orderId, "orders.view");
  const isUpload = request.headers.get("content-type")?.startsWith("multipart/form-data");
  const upload = isUpload ? await readUpload(request, MAX_UPLOAD_BYTES) : undefined;
  if (upload === null)
    return {
      ...EMPTY_ACTION_DATA,
      intent: "refundTransfer" as const,
      failure: sentenceOf({ refused: "refund_proof_too_heavy" }),
    };
  const form = upload ?? (await readForm(request));
  const files = upload?.files ?? (() => []);
  const intent = findOrderAction(form.text("intent"));
  if (!intent || intent === "editLines") throw data(null, { status: 400 });
  const { app, shop, staff } = await requireOrderShop(args, orderId, permissionOfAction(intent));
  const shownStatus = ORDER_STATUSES.find((status) => status === form.text("status"));
  const outcome = await ACTIONS[intent]({ app, shop, orderId, form, files, by: actorOf(context, staff), shownStatus });
  if (typeof outcome === "string") {
    const noteQuery = intent === "note" ? `&de=${outcome}` : "";
    return redirect(`${officePaths.order(orderId)}?hecho=${intent}${noteQuery}`);
  }
  const typedValues = Object.fromEntries(REFILLED_FIELDS.map((name) => [name, form.multilineText(name, 2_000)]));
  const target = form.text("from") || form.text("id") || form.text("flag") || form.text("parcel");
  const submittedValues = { intent, target, typedValues };
  if (!isRefusal(outcome)) return { ...submittedValues, failure: undefined, ...outcome };
  const seenByMember = { seen: Number(form.text("newest")) || 0, memberId: staff.memberId };
  const concurrentChange = await findConcurrentChange(app.genericPlanDb, orderId, seenByMember);
  const failure = [sentenceOf(outcome), concurrentChangeSentence(concurrentChange, shownStatus)]
    .filter(Boolean)
    .join(" ");
  return {
    ...submittedValues,
    failure,
    errors: undefined,
    confirmation: undefined,
    link: undefined,
    assistedSession: undefined,
  };
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: loaderData ? `Pedido #${loaderData.order.reference} · Panel` : "Pedido · Panel" }];
}

export default function OrderPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <OrderScreen
      {...loaderData}
      statusLabel={orderStatusLabel(loaderData.order.status, loaderData.order.exchange !== null)}
      actionData={actionData}
    />
  );
}
