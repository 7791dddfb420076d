import { data, redirect } from "react-router";
import { readPesos } from "../../../../domain/read-pesos.ts";
import { isRefusal, refuse } from "../../../../domain/refusal.ts";
import { canMoveReturn, type ReturnState } from "../../../../domain/return.ts";
import { isAllowed, type Permission } from "../../../../domain/staff-permissions.ts";
import type { App } from "../../../../server/app.ts";
import { listChanges, findNewestChange, type Actor } from "../../../../server/change-log/change-log.ts";
import { creditReturn, findReturnCredit } from "../../../../server/order-management/credit-return.ts";
import { readRefundableAmounts, refundAgain, settleReturn } from "../../../../server/order-management/settle-return.ts";
import { approveReturn, declineReturn } from "../../../../server/returns/answer-return.ts";
import { cancelReturn } from "../../../../server/returns/cancel-or-send-back.ts";
import { findReturn, refundStatusOf, unpaidCentsOf, type ReturnRow } from "../../../../server/returns/queries.ts";
import { endRepair, receiveReturn } from "../../../../server/returns/receive-return.ts";
import { appContext } from "../../../context.ts";
import { actorOf, readForm, requireStaff, type FormFields } from "../../guard.ts";
import { toChange } from "../../kit/to-change.ts";
import { officePaths } from "../../paths.ts";
import { sentenceOf, type OfficeRefusalName } from "../../sentences.ts";
import { withoutMoney } from "../../without-money.ts";
import { ReturnScreen } from "./return-screen.tsx";
import type { Route } from "./+types/route";

/** The return, if the member has this permission in its shop; otherwise 404. */
async function requireReturn(
  { context, request, params }: Pick<Route.LoaderArgs, "context" | "request" | "params">,
  permission: Permission,
) {
  requireStaff(context, request, permission);
  const app = context.get(appContext);
  const row = await findReturn(app.genericPlanDb, params.returnId);
  if (!row) throw data(null, { status: 404 });
  return { app, row, staff: requireStaff(context, request, permission, { shopId: row.shopId }) };
}

/** Each action on a return: its required permission, and the state that the return moves to (null: it stays). */
const ACTIONS = {
  approve: { permission: "orders.change", to: "APPROVED" },
  decline: { permission: "orders.change", to: "DECLINED" },
  cancel: { permission: "orders.change", to: "CANCELLED" },
  receive: { permission: "orders.ship", to: "RECEIVED" },
  endRepair: { permission: "orders.ship", to: null },
  settle: { permission: "payments.refund", to: "SETTLED" },
  refundAgain: { permission: "payments.refund", to: null },
  credit: { permission: "invoices.manage", to: null },
} as const satisfies Record<string, { permission: Permission; to: ReturnState | null }>;
export type ReturnActionName = keyof typeof ACTIONS;
const ACTION_NAMES = Object.keys(ACTIONS) as ReturnActionName[];

/** The actions that the member may take now. `credit` is left out: the notice about a credit note offers it. */
function listPossibleActions(row: ReturnRow, may: (permission: Permission) => boolean): ReturnActionName[] {
  const possibleByAction: Partial<Record<ReturnActionName, boolean>> = {
    endRepair: row.lines.some(({ inRepair }) => inRepair > 0),
    refundAgain: unpaidCentsOf(row) > 0,
  };
  return ACTION_NAMES.filter((name) => {
    const { permission, to } = ACTIONS[name];
    return may(permission) && (to === null ? possibleByAction[name] === true : canMoveReturn(row.state, to));
  });
}

export async function loader(args: Route.LoaderArgs) {
  const { app, row, staff } = await requireReturn(args, "orders.view");
  const db = app.genericPlanDb;
  const may = (permission: Permission) => isAllowed(staff.grants, permission, { shopId: row.shopId });
  const seesMoney = may("payments.view");
  const shop = await app.shops.byId(row.shopId);
  const changes = await listChanges(db, "return", { id: row.id });
  const needsRefundableAmounts = may("payments.refund") && (row.state === "RECEIVED" || unpaidCentsOf(row) > 0);
  return {
    returnRow: { ...(seesMoney ? row : withoutMoney(row)), clabe: may("payments.refund") ? row.clabe : null },
    shopName: shop?.name ?? "",
    seesMoney,
    refundState: refundStatusOf(row),
    unpaidCents: seesMoney ? unpaidCentsOf(row) : 0,
    actions: listPossibleActions(row, may),
    refundableAmounts: needsRefundableAmounts ? await readRefundableAmounts(db, row) : null,
    credit: may("invoices.manage") ? await findReturnCredit(db, row) : null,
    changes: changes.map((change) => toChange(seesMoney ? change : withoutMoney(change))),
    seen: (await findNewestChange(db, "return", row.id))?.id ?? 0,
    doneAction: ACTION_NAMES.find((name) => name === new URL(args.request.url).searchParams.get("hecho")) ?? null,
  };
}
export type ReturnPageData = Awaited<ReturnType<typeof loader>>;

/** What a use case returns: the changed data, or a refusal. */
type Outcome = object;
interface ActionInput {
  app: App;
  row: ReturnRow;
  form: FormFields;
  by: Actor;
}

const HANDLERS: Record<ReturnActionName, (input: ActionInput) => Promise<Outcome>> = {
  approve: ({ app, row, form, by }) =>
    approveReturn(app, row.id, { answer: form.multilineText("answer", 1_000), guide: form.text("guide", 60), by }),
  decline: ({ app, row, form, by }) => declineReturn(app, row.id, { answer: form.multilineText("answer", 1_000), by }),
  cancel: ({ app, row, by }) => cancelReturn(app, { returnId: row.id, by }),
  receive: ({ app, row, form, by }) => {
    const readCount = (name: string, position: number) => Number(form.text(`${name}-${position}`, 6) || "0");
    const receivedLines = row.lines.map(({ position }) => ({
      position,
      restocked: readCount("restocked", position),
      writtenOff: readCount("writtenOff", position),
      inRepair: readCount("inRepair", position),
    }));
    return receiveReturn(app, row.id, { received: receivedLines, by });
  },
  endRepair: ({ app, row, form, by }) =>
    endRepair(app, row.id, {
      position: Number(form.text("position", 6)),
      pieces: Number(form.text("pieces", 6)),
      to: form.text("to") === "writeOff" ? "writeOff" : "restock",
      by,
    }),
  settle: async ({ app, row, form, by }) => {
    const amountText = form.text("amount", 20);
    const amountCents = amountText === "" ? null : /^0+(?:\.0+)?$/.test(amountText) ? 0 : readPesos(amountText);
    if (amountCents === undefined || (amountText !== "" && amountCents === null)) return refuse("amount_wrong");
    return settleReturn(app, row.id, {
      ...readRefund(form, by),
      amountCents,
      lessBecause: form.text("lessBecause", 200),
      exchangeCarrier: form.text("exchangeCarrier", 60),
      exchangeGuide: form.text("exchangeGuide", 60),
    });
  },
  refundAgain: ({ app, row, form, by }) => refundAgain(app, row.id, readRefund(form, by)),
  credit: ({ app, row, form, by }) => creditReturn(app, row.id, { seenCents: Number(form.text("due", 20)), by }),
};

function readRefund(form: FormFields, by: Actor) {
  const preferredMethod = form.text("preferredMethod") === "transfer" ? ("transfer" as const) : ("provider" as const);
  return { preferredMethod, reference: form.text("reference", 60), sentOn: form.text("sentOn", 10), by };
}

export async function action(args: Route.ActionArgs) {
  await requireReturn(args, "orders.view");
  const form = await readForm(args.request);
  const intent = ACTION_NAMES.find((name) => name === form.text("intent"));
  if (!intent) throw data(null, { status: 400 });
  const { app, row, staff } = await requireReturn(args, ACTIONS[intent].permission);
  const outcome = await HANDLERS[intent]({ app, row, form, by: actorOf(args.context, staff) });
  if (isRefusal(outcome)) return { intent, failure: sentenceOf({ refused: outcome.refused as OfficeRefusalName }) };
  return redirect(`${officePaths.returnOf(row.id)}?hecho=${intent}`);
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: `Devolución ${loaderData?.returnRow.number ?? ""} · Panel` }];
}

export default function ReturnPage({ loaderData, actionData }: Route.ComponentProps) {
  return <ReturnScreen {...loaderData} failedAction={actionData} />;
}
