import { Link, redirect } from "react-router";
import { formatDateTime } from "../../../../domain/dates.ts";
import { isRefusal } from "../../../../domain/refusal.ts";
import { findSizes } from "../../../../server/catalog/find-sizes.ts";
import { isId, newId } from "../../../../server/db/new-id.ts";
import { listDeliveries, MAX_DELIVERY_LINES, receiveDelivery } from "../../../../server/stock/deliveries.ts";
import { parseDeliveryText, type ParsedDelivery } from "../../../../server/stock/parse-delivery-text.ts";
import { appContext } from "../../../context.ts";
import { Badge } from "../../kit/badge.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { Section } from "../../kit/section.tsx";
import { Table } from "../../kit/table.tsx";
import { actorOf, readForm, requireStaff } from "../../guard.ts";
import { officePaths } from "../../paths.ts";
import { readQuery } from "../../read-query.ts";
import { sentenceOf, type OfficeRefusalName } from "../../sentences.ts";
import { DeliveryForm } from "./delivery-form.tsx";
import { DeliveryPreview } from "./delivery-preview.tsx";
import type { Route } from "./+types/route";

/** Limit of the typed lines. Longer text is cut when the form is read, so text of this length is refused. */
const MAX_CHARACTERS = 20_000;
/** How many products the search shows. */
const MAX_FOUND_PRODUCTS = 6;

/** Query: `q` (a search for products to add to the delivery). */
export async function loader({ context, request }: Route.LoaderArgs) {
  requireStaff(context, request, "stock.change", "all");
  const app = context.get(appContext);
  const term = readQuery(request.url).text("q");
  const { products } = await findSizes(app.db, term, { among: "all", limit: MAX_FOUND_PRODUCTS });
  return { term, products, deliveries: await listDeliveries(app.db) };
}

/** The first request previews the delivery. A request with `delivery` (its id) receives the previewed delivery. */
export async function action({ context, request }: Route.ActionArgs) {
  const staff = requireStaff(context, request, "stock.change", "all");
  const app = context.get(appContext);
  const form = await readForm(request);
  const typedDelivery = { linesText: form.multilineText("lines", MAX_CHARACTERS), reason: form.text("reason", 120) };
  const failWith = (refused: OfficeRefusalName, parsedDelivery: ParsedDelivery | null = null) => {
    return { ...typedDelivery, failure: sentenceOf({ refused }), parsedDelivery, deliveryId: null };
  };
  if (typedDelivery.linesText === "") return failWith("delivery_empty");
  if (typedDelivery.linesText.length >= MAX_CHARACTERS) return failWith("delivery_long");
  if (typedDelivery.reason === "") return failWith("reason_missing");
  const parsedDelivery = await parseDeliveryText(app.db, typedDelivery.linesText);
  if (parsedDelivery.errors.length > 0) return { ...typedDelivery, failure: null, parsedDelivery, deliveryId: null };
  if (parsedDelivery.sizes.length > MAX_DELIVERY_LINES) return failWith("delivery_long");
  const id = form.text("delivery");
  if (!isId(id)) return { ...typedDelivery, failure: null, parsedDelivery, deliveryId: newId() };
  const movements = parsedDelivery.sizes.map(({ sizeId, pieces }) => ({ sizeId, pieces }));
  const outcome = await receiveDelivery(app, { id, reason: typedDelivery.reason, movements }, actorOf(context, staff));
  return isRefusal(outcome)
    ? failWith(outcome.refused, parsedDelivery)
    : redirect(`${officePaths.delivery(id)}?hecho=recibida`);
}

export function meta() {
  return [{ title: "Recibir mercancía · Panel" }];
}

export default function Receive({ loaderData: { term, products, deliveries }, actionData }: Route.ComponentProps) {
  const parsedDelivery = actionData?.parsedDelivery;
  const previewedDelivery = actionData?.deliveryId && parsedDelivery;
  return (
    <>
      <PageHead title="Recibir mercancía" back={{ to: officePaths.stock, label: "Existencias" }} />
      {previewedDelivery ? (
        <Section title="Revisa antes de recibir">
          <DeliveryPreview
            sizes={parsedDelivery.sizes}
            linesText={actionData.linesText}
            reason={actionData.reason}
            deliveryId={actionData.deliveryId!}
          />
        </Section>
      ) : (
        <Section title="Lo que llegó">
          <DeliveryForm
            term={term}
            foundProducts={products}
            linesText={actionData?.linesText ?? ""}
            reason={actionData?.reason ?? ""}
            failure={actionData?.failure ?? undefined}
            errors={parsedDelivery?.errors ?? []}
          />
        </Section>
      )}
      {deliveries.length > 0 && (
        <Section title="Últimas entregas">
          <Table
            caption="Últimas entregas"
            keyOf={({ id }) => id}
            rows={deliveries}
            columns={[
              {
                head: "Entrega",
                isTitle: true,
                cell: ({ id, number }) => (
                  <Link to={officePaths.delivery(id)} className="font-semibold underline underline-offset-4">
                    Entrega {number}
                  </Link>
                ),
              },
              { head: "Motivo", cell: ({ reason }) => reason },
              { head: "Piezas", isNumeric: true, cell: ({ pieces }) => pieces },
              { head: "Quién", cell: ({ actor }) => actor },
              { head: "Cuándo", cell: ({ receivedAt }) => formatDateTime(receivedAt) },
              {
                head: "Estado",
                cell: ({ undoneAt }) => (undoneAt ? <Badge>Deshecha</Badge> : <Badge tone="success">Recibida</Badge>),
              },
            ]}
          />
        </Section>
      )}
    </>
  );
}
