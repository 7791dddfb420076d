import { data, Link, redirect } from "react-router";
import { formatDateTime } from "../../../../domain/dates.ts";
import { isRefusal } from "../../../../domain/refusal.ts";
import { isId } from "../../../../server/db/new-id.ts";
import { listChanges } from "../../../../server/change-log/change-log.ts";
import { findDelivery, undoDelivery } from "../../../../server/stock/deliveries.ts";
import { appContext } from "../../../context.ts";
import { ButtonLink } from "../../../ui/button.tsx";
import { Badge } from "../../kit/badge.tsx";
import { ChangeList } from "../../kit/change-list.tsx";
import { SuccessNotice } from "../../kit/success-notice.tsx";
import { Facts } from "../../kit/facts.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { PostForm } from "../../kit/post-form.tsx";
import { Section } from "../../kit/section.tsx";
import { Table } from "../../kit/table.tsx";
import { toChange } from "../../kit/to-change.ts";
import { ChangeNotice } from "../../kit/change-notice.tsx";
import { actorOf, readForm, requireStaff } from "../../guard.ts";
import { officePaths } from "../../paths.ts";
import { sentenceOf } from "../../sentences.ts";
import type { Route } from "./+types/route";

export async function loader({ context, request, params: { deliveryId } }: Route.LoaderArgs) {
  requireStaff(context, request, "stock.change", "all");
  const app = context.get(appContext);
  const delivery = isId(deliveryId) ? await findDelivery(app.db, deliveryId) : undefined;
  if (!delivery) throw data(null, { status: 404 });
  const changes = await listChanges(app.genericPlanDb, "delivery", { id: delivery.id });
  return { delivery, changes: changes.map((change) => toChange(change)) };
}

/** Undoes the delivery. */
export async function action({ context, request, params: { deliveryId } }: Route.ActionArgs) {
  const staff = requireStaff(context, request, "stock.change", "all");
  await readForm(request);
  const outcome = await undoDelivery(context.get(appContext), deliveryId, actorOf(context, staff));
  if (!isRefusal(outcome)) return redirect(`${officePaths.delivery(deliveryId)}?hecho=deshecha`);
  if (outcome.refused === "delivery_not_found") throw data(null, { status: 404 });
  return { failure: sentenceOf(outcome) };
}

export function meta() {
  return [{ title: "Entrega · Panel" }];
}

export default function DeliveryPage({ loaderData: { delivery, changes }, actionData }: Route.ComponentProps) {
  const { id, number, reason, actor, receivedAt, undoneAt, pieces, lines } = delivery;
  return (
    <>
      <PageHead
        title={`Entrega ${number}`}
        back={{ to: officePaths.receiveDelivery, label: "Recibir mercancía" }}
        lead={undoneAt ? <Badge>Deshecha</Badge> : <Badge tone="success">Recibida</Badge>}
      />
      {!undoneAt && (
        <SuccessNotice
          sentences={{
            recibida:
              pieces === 1
                ? "Recibiste 1 pieza: ya está a la venta."
                : `Recibiste ${pieces} piezas: ya están a la venta.`,
          }}
        />
      )}
      {undoneAt && (
        <SuccessNotice sentences={{ deshecha: "La entrega se deshizo: las existencias quedaron como antes." }} />
      )}
      <ChangeNotice kind="delivery" id={id} seen={changes[0]?.id ?? 0} />
      <Section title="Lo que llegó">
        <Facts
          facts={{
            Motivo: reason,
            Piezas: pieces,
            Recibió: actor,
            Cuándo: formatDateTime(receivedAt),
            Deshecha: undoneAt && formatDateTime(undoneAt),
          }}
        />
        <Table
          caption="Lo que llegó"
          keyOf={({ sizeId }) => sizeId}
          rows={lines}
          columns={[
            {
              head: "Producto",
              isTitle: true,
              cell: ({ product }) => <span className="font-semibold">{product}</span>,
            },
            {
              head: "Talla",
              cell: ({ sizeId, sizeName }) => (
                <Link to={officePaths.stockSize(sizeId)} className="underline underline-offset-4">
                  {sizeName}
                </Link>
              ),
            },
            { head: "Piezas", isNumeric: true, cell: (line) => line.pieces },
          ]}
        />
        <ButtonLink to={officePaths.sizeLabels({ delivery: id })} variant="secondary">
          Imprimir etiquetas
        </ButtonLink>
        {!undoneAt && (
          <PostForm failure={actionData?.failure} submitLabel="Deshacer la entrega" variant="secondary">
            <p className="text-sm text-soft">
              Quita otra vez estas piezas, todas o ninguna. Queda escrito en el libro. Si alguna ya se vendió o está en
              un carrito, no se puede.
            </p>
          </PostForm>
        )}
      </Section>
      <Section title="Bitácora">
        <ChangeList changes={changes} />
      </Section>
    </>
  );
}
