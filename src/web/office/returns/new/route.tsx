import { Form, Link, redirect } from "react-router";
import { isRefusal } from "../../../../domain/refusal.ts";
import { RETURN_REASON_LABEL, RETURN_REASONS, RETURN_WISHES } from "../../../../domain/return.ts";
import { isAllowed } from "../../../../domain/staff-permissions.ts";
import type { App } from "../../../../server/app.ts";
import { listSizeIdsByCode } from "../../../../server/catalog/match-codes.ts";
import { findOrderByReference } from "../../../../server/orders/queries.ts";
import { listSizesOfProducts } from "../../../../server/orders/staff-order-queries.ts";
import { requestReturn, type ReturnRequestLine } from "../../../../server/returns/request-return.ts";
import { listReturnablePieces } from "../../../../server/returns/returnable-pieces.ts";
import type { Staff } from "../../../../server/staff/staff-sessions.ts";
import { appContext } from "../../../context.ts";
import { Button } from "../../../ui/button.tsx";
import { SelectField, TextField } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { actorOf, readForm, requireStaff } from "../../guard.ts";
import { PageHead } from "../../kit/page-head.tsx";
import { PostForm } from "../../kit/post-form.tsx";
import { Section } from "../../kit/section.tsx";
import { officePaths } from "../../paths.ts";
import { readQuery } from "../../read-query.ts";
import { sentenceOf } from "../../sentences.ts";
import type { Route } from "./+types/route";

/** The order with this reference, and its shop. Undefined if there is none, or if the member may not change it. */
async function findOrderAndShop(app: App, staff: Staff, reference: string) {
  const order = reference === "" ? undefined : await findOrderByReference(app.db, reference);
  const mayChange = order && isAllowed(staff.grants, "orders.change", { shopId: order.shop_id });
  const shop = order && mayChange ? await app.shops.byId(order.shop_id) : undefined;
  return order && shop ? { order, shop } : undefined;
}

/** The id of the size with this SKU or barcode. Undefined if no size or several sizes have it. */
async function findSizeByCode(app: App, code: string): Promise<string | undefined> {
  const sizeIds = await listSizeIdsByCode(app.genericPlanDb, code);
  return sizeIds.length === 1 ? sizeIds[0] : undefined;
}

/** Query: `pedido` (the number of an order). */
export async function loader({ context, request }: Route.LoaderArgs) {
  const staff = requireStaff(context, request, "orders.change");
  const app = context.get(appContext);
  const reference = readQuery(request.url).text("pedido").replace(/^#/, "");
  const orderAndShop = await findOrderAndShop(app, staff, reference);
  const returnableLines =
    orderAndShop?.order.status === "SHIPPED"
      ? await listReturnablePieces(app.db, orderAndShop.shop, orderAndShop.order.id)
      : [];
  const sizes = await listSizesOfProducts(app.db, [...new Set(returnableLines.map(({ productId }) => productId))]);
  return {
    reference,
    order: orderAndShop && {
      id: orderAndShop.order.id,
      reference: orderAndShop.order.reference,
      isShipped: orderAndShop.order.status === "SHIPPED",
    },
    returnableLines: returnableLines.map((line) => ({
      ...line,
      sizes: sizes.filter(({ productId, available }) => productId === line.productId && available > 0),
    })),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const staff = requireStaff(context, request, "orders.change");
  const app = context.get(appContext);
  const form = await readForm(request);
  const orderAndShop = await findOrderAndShop(app, staff, form.text("reference", 20));
  if (!orderAndShop) return { failure: sentenceOf({ refused: "order_not_found" }) };
  const lines: ReturnRequestLine[] = [];
  for (const [index, sizeId] of form.all("sizeId").entries()) {
    const pieces = Number(form.text(`pieces-${index}`, 6));
    if (!Number.isSafeInteger(pieces) || pieces <= 0) continue;
    const wish = RETURN_WISHES.find((candidate) => candidate === form.text(`wish-${index}`)) ?? "REFUND";
    const reason = RETURN_REASONS.find((candidate) => candidate === form.text(`reason-${index}`)) ?? "OTHER";
    const chosenSizeId = form.text(`newSize-${index}`);
    const code = wish === "EXCHANGE" && chosenSizeId === "" ? form.text(`newCode-${index}`, 60).trim() : "";
    const newSizeId = code === "" ? chosenSizeId : await findSizeByCode(app, code);
    if (newSizeId === undefined) return { failure: "Ninguna prenda tiene ese código, o lo tienen varias." };
    lines.push({ sizeId, pieces, reason, wish, newSizeId: wish === "EXCHANGE" ? newSizeId : null });
  }
  if (lines.length === 0) return { failure: sentenceOf({ refused: "return_nothing_chosen" }) };
  const outcome = await requestReturn(app, orderAndShop.shop, {
    orderId: orderAndShop.order.id,
    lines,
    note: form.text("note", 1_000),
    clabe: null,
    by: actorOf(context, staff),
  });
  return isRefusal(outcome) ? { failure: sentenceOf(outcome) } : redirect(officePaths.returnOf(outcome.id));
}

export function meta() {
  return [{ title: "Registrar devolución · Panel" }];
}

export default function NewReturn({ loaderData, actionData }: Route.ComponentProps) {
  const { reference, order, returnableLines } = loaderData;
  return (
    <>
      <PageHead
        title="Registrar devolución"
        back={{ to: officePaths.returns, label: "Devoluciones" }}
        lead="En nombre de un cliente, también fuera de plazo."
      />
      <Form className="flex flex-wrap items-end gap-3">
        <TextField name="pedido" label="Número de pedido" inputMode="numeric" defaultValue={reference} />
        <Button type="submit" variant="secondary">
          Buscar
        </Button>
      </Form>
      {reference !== "" && !order && <Notice tone="warning" title={`No encontramos el pedido ${reference}.`} />}
      {order && returnableLines.length === 0 && (
        <Notice
          tone="warning"
          title={order.isShipped ? "De ese pedido no queda nada por devolver." : "Ese pedido todavía no se envía."}
        />
      )}
      {order && returnableLines.length > 0 && (
        <Section title={`Pedido #${order.reference}`}>
          <p className="text-sm">
            <Link to={officePaths.order(order.id)} className="underline underline-offset-4">
              Ver el pedido
            </Link>
          </p>
          <PostForm failure={actionData?.failure} submitLabel="Registrar">
            <input type="hidden" name="reference" value={order.reference} />
            {returnableLines.map((line, index) => (
              <LineFields key={`${line.orderLineSizeId} ${line.sizeId}`} line={line} index={index} />
            ))}
            <TextField name="note" label="Nota" optional maxLength={1000} />
          </PostForm>
        </Section>
      )}
    </>
  );
}

type ReturnableLine = Route.ComponentProps["loaderData"]["returnableLines"][number];

function LineFields({ line, index }: { line: ReturnableLine; index: number }) {
  return (
    <fieldset className="space-y-3 border-t border-line pt-4">
      <legend className="sr-only">{line.name}</legend>
      <input type="hidden" name="sizeId" value={line.sizeId} />
      <p className="font-semibold wrap-anywhere">
        {line.name}
        {line.isExcluded && <span className="font-normal text-soft"> (excluida: decides tú)</span>}
      </p>
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        <TextField
          name={`pieces-${index}`}
          label={`Piezas, de ${line.pieces}`}
          type="number"
          min={0}
          max={line.pieces}
          defaultValue={0}
        />
        <SelectField name={`reason-${index}`} label="Motivo" defaultValue="OTHER">
          {RETURN_REASONS.map((reason) => (
            <option key={reason} value={reason}>
              {RETURN_REASON_LABEL[reason]}
            </option>
          ))}
        </SelectField>
        <SelectField name={`wish-${index}`} label="Quiere" defaultValue="REFUND">
          <option value="REFUND">Su dinero</option>
          <option value="EXCHANGE">Un cambio</option>
        </SelectField>
        <SelectField name={`newSize-${index}`} label="Talla nueva" optional defaultValue="">
          <option value="">Ninguna</option>
          {line.sizes.map(({ id, name, available }) => (
            <option key={id} value={id}>
              {name} ({available})
            </option>
          ))}
        </SelectField>
        <TextField
          name={`newCode-${index}`}
          label="O el código de otra prenda"
          hint="SKU o código de barras. Si cuesta más, se cobra la diferencia."
          optional
          maxLength={60}
        />
      </div>
    </fieldset>
  );
}
