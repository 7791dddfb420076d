import { data, redirect } from "react-router";
import { isRefusal, refuse, type Refusal } from "../../../../domain/refusal.ts";
import { isAllowed, shopsWithPermission } from "../../../../domain/staff-permissions.ts";
import type { App } from "../../../../server/app.ts";
import { releaseCart } from "../../../../server/cart/release-cart.ts";
import { isId, newId } from "../../../../server/db/new-id.ts";
import { listChanges, type Actor } from "../../../../server/change-log/change-log.ts";
import { adjustStock } from "../../../../server/stock/change-stock.ts";
import { receiveDelivery } from "../../../../server/stock/deliveries.ts";
import {
  findSizeStock,
  listCartsWithSize,
  listMovements,
  listOrdersWithSize,
} from "../../../../server/stock/size-stock-queries.ts";
import { getLowStockThreshold, setLowStockThresholdOfSize } from "../../../../server/stock/low-stock-thresholds.ts";
import { appContext } from "../../../context.ts";
import { ButtonLink } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { actorOf, readForm, requireStaff, type FormFields } from "../../guard.ts";
import { ChangeList } from "../../kit/change-list.tsx";
import { SuccessNotice } from "../../kit/success-notice.tsx";
import { Facts } from "../../kit/facts.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { Pager } from "../../kit/pager.tsx";
import { Section } from "../../kit/section.tsx";
import { toChange } from "../../kit/to-change.ts";
import { ChangeNotice } from "../../kit/change-notice.tsx";
import { officePaths } from "../../paths.ts";
import { readWholeNumber } from "../../read-whole-number.ts";
import { readQuery } from "../../read-query.ts";
import { sentenceOf, type OfficeRefusalName } from "../../sentences.ts";
import { CartsAndOrders } from "./carts-and-orders.tsx";
import { Movements } from "./movements.tsx";
import { SizeActions } from "./size-actions.tsx";
import type { Route } from "./+types/route";

export async function loader({ context, request, params: { sizeId } }: Route.LoaderArgs) {
  const staff = requireStaff(context, request, "stock.view");
  const { db, genericPlanDb } = context.get(appContext);
  const shops = shopsWithPermission(staff.grants, "stock.view");
  const size = isId(sizeId) ? await findSizeStock(db, sizeId, shops) : undefined;
  if (!size) throw data(null, { status: 404 });
  const beforeText = readQuery(request.url).text("desde");
  const changes = await listChanges(genericPlanDb, "size", { id: sizeId, limit: 20 });
  return {
    size,
    now: new Date(),
    lowStockThreshold: await getLowStockThreshold(db),
    carts: await listCartsWithSize(db, sizeId, shops),
    orders: await listOrdersWithSize(db, sizeId, shops),
    movementPage: await listMovements(db, {
      sizeId,
      shops,
      before: /^\d{1,15}$/.test(beforeText) ? Number(beforeText) : undefined,
    }),
    changes: changes.map((change) => toChange(change)),
    canChange: isAllowed(staff.grants, "stock.change", "all"),
    mayOpenOrders: isAllowed(staff.grants, "orders.view", "any"),
    // The id of the delivery that the form creates. If the form is submitted twice, the delivery is received once.
    deliveryId: newId(),
  };
}

type ActionOutcome = Promise<unknown> | Refusal<OfficeRefusalName>;

/** The actions of this page, by the submitted `intent`. */
const ACTIONS: Record<string, (app: App, sizeId: string, form: FormFields, by: Actor) => ActionOutcome> = {
  receive(app, sizeId, form, by) {
    const pieces = readWholeNumber(form.text("pieces"));
    const [reason, id] = [form.text("reason", 120), form.text("delivery")];
    if (pieces === null) return refuse("pieces_wrong");
    if (reason === "") return refuse("reason_missing");
    return receiveDelivery(app, { id, reason, movements: [{ sizeId, pieces }] }, by);
  },
  writeOff(app, sizeId, form, by) {
    const pieces = readWholeNumber(form.text("pieces"));
    const reason = [form.text("cause", 40), form.text("reason", 120)].filter(Boolean).join(": ");
    if (pieces === null) return refuse("pieces_wrong");
    if (reason === "") return refuse("reason_missing");
    return adjustStock(app, { sizeId, pieces: -pieces, kind: "write_off", reason, by });
  },
  release: (app, _sizeId, form, by) => releaseCart(app, form.text("cart"), by),
  setThreshold(app, sizeId, form, by) {
    const typedThreshold = form.text("lowStockThreshold");
    const lowStockThreshold = typedThreshold === "" ? null : readWholeNumber(typedThreshold, 0);
    if ((typedThreshold !== "" && lowStockThreshold === null) || (lowStockThreshold ?? 0) > 100_000)
      return refuse("threshold_wrong");
    return setLowStockThresholdOfSize(app, { sizeId, lowStockThreshold }, by);
  },
};

export async function action({ context, request, params: { sizeId } }: Route.ActionArgs) {
  const staff = requireStaff(context, request, "stock.change", "all");
  const app = context.get(appContext);
  if (!isId(sizeId) || !(await findSizeStock(app.db, sizeId, "all"))) throw data(null, { status: 404 });
  const form = await readForm(request);
  const intent = form.text("intent");
  if (!Object.hasOwn(ACTIONS, intent))
    return { failure: sentenceOf({ refused: "pieces_wrong" }), intent: "", typed: undefined };
  const outcome = await ACTIONS[intent]!(app, sizeId, form, actorOf(context, staff));
  if (isRefusal(outcome)) {
    const typed = { pieces: form.text("pieces", 6), reason: form.text("reason", 120), cause: form.text("cause", 40) };
    return { failure: sentenceOf(outcome as Refusal<OfficeRefusalName>), intent, typed };
  }
  return redirect(`${officePaths.stockSize(sizeId)}?hecho=${intent}`);
}

const DONE_SENTENCES = {
  receive: "Recibido: ya se puede vender.",
  writeOff: "Dado de baja: queda escrito en el libro.",
  release: "El carrito terminó y sus piezas volvieron a la venta.",
  setThreshold: "Listo: así se marca esta talla desde ahora.",
};

export function meta() {
  return [{ title: "Talla · Panel" }];
}

export default function SizePage({ loaderData, actionData }: Route.ComponentProps) {
  const { size, lowStockThreshold, carts, orders, movementPage, changes, now, canChange, mayOpenOrders, deliveryId } =
    loaderData;
  const { available, inCarts, inOrders, toMake } = size;
  return (
    <>
      <PageHead
        title={`${size.product} · ${size.sizeName}`}
        back={{ to: officePaths.stock, label: "Existencias" }}
        lead={size.color}
      >
        <ButtonLink to={officePaths.sizeLabels({ size: size.sizeId })} variant="secondary">
          Imprimir etiquetas
        </ButtonLink>
      </PageHead>
      {actionData && !["receive", "writeOff"].includes(actionData.intent) && (
        <Notice tone="error" alert title={actionData.failure} />
      )}
      {!actionData && <SuccessNotice sentences={DONE_SENTENCES} />}
      <ChangeNotice kind="size" id={size.sizeId} seen={changes[0]?.id ?? 0} />
      <Section title="Dónde están sus piezas">
        <Facts
          facts={{
            "A la venta": <strong className="tabular">{available}</strong>,
            "En carritos": <span className="tabular">{inCarts}</span>,
            "En pedidos sin enviar": <span className="tabular">{inOrders}</span>,
            "En total aquí": <strong className="tabular">{available + inCarts + inOrders}</strong>,
            "Por hacer": toMake > 0 ? `${toMake} piezas pedidas en preventa que no salen del estante` : null,
          }}
        />
      </Section>
      {canChange && (
        <SizeActions
          // The key resets the forms after a stock movement. A refused form keeps its values.
          key={movementPage.movements[0]?.id}
          size={size}
          lowStockThreshold={lowStockThreshold}
          deliveryId={deliveryId}
          actionData={actionData}
        />
      )}
      <CartsAndOrders
        size={size}
        carts={carts}
        orders={orders}
        now={now}
        canRelease={canChange}
        mayOpenOrders={mayOpenOrders}
      />
      <Section title="Libro de existencias">
        <Movements movements={movementPage.movements} mayOpenDeliveries={canChange} mayOpenOrders={mayOpenOrders} />
        <Pager next={movementPage.next === null ? null : String(movementPage.next)} />
      </Section>
      <Section title="Bitácora">
        <ChangeList changes={changes} />
      </Section>
    </>
  );
}
