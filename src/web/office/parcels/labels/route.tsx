import { data, Form, Link } from "react-router";
import { LIVE_PRICE_CARRIER_LABEL, LIVE_PRICE_CARRIERS } from "../../../../domain/live-price.ts";
import { labelRefusalText } from "../../../../domain/carrier-label-refusal.ts";
import { chooseBox, type ShippingBox } from "../../../../domain/shipping-box.ts";
import { isRefusal } from "../../../../domain/refusal.ts";
import { shopsWithPermission } from "../../../../domain/staff-permissions.ts";
import type { App } from "../../../../server/app.ts";
import { findCarrierAccount, type CarrierAccount } from "../../../../server/carrier-labels/account.ts";
import { cancelLabel } from "../../../../server/carrier-labels/cancel-label.ts";
import { listParcelsToShip, type ParcelToShip } from "../../../../server/carrier-labels/parcel-shipment.ts";
import {
  findPurchase,
  listNewestPurchasesOf,
  listUnneededPurchases,
} from "../../../../server/carrier-labels/purchases.ts";
import { quoteParcels } from "../../../../server/carrier-labels/quote-parcels.ts";
import { requestLabel } from "../../../../server/carrier-labels/request-label.ts";
import { appContext } from "../../../context.ts";
import { Button } from "../../../ui/button.tsx";
import { SelectField } from "../../../ui/field.tsx";
import { EmptyState, Notice } from "../../../ui/notice.tsx";
import { actorOf, readForm, requireStaff } from "../../guard.ts";
import { PageHead } from "../../kit/page-head.tsx";
import { Section } from "../../kit/section.tsx";
import { officePaths } from "../../paths.ts";
import { readQuery } from "../../read-query.ts";
import { sentenceOf } from "../../sentences.ts";
import { MAX_LABELS } from "../max-labels.ts";
import { readParcelIds } from "../read-parcel-ids.ts";
import { BoxChoice } from "./box-choice.tsx";
import { PrintForm } from "./print-form.tsx";
import { PurchaseState } from "./purchase-state.tsx";
import { ServiceChoice } from "./service-choice.tsx";
import { usePolling } from "./use-polling.ts";
import type { Route } from "./+types/route";

/**
 * Query: `paquete` (a parcel id, repeated), `con` (a carrier to quote). Loads the label purchases of these parcels, and
 * the carrier's quotes for the parcels whose label is neither bought nor being bought.
 */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { grants } = requireStaff(context, request, "orders.ship", "any");
  const app = context.get(appContext);
  const shops = shopsWithPermission(grants, "orders.ship");
  const carrier = readQuery(request.url).oneOf("con", LIVE_PRICE_CARRIERS) ?? null;
  const ids = readParcelIds(request.url).slice(0, MAX_LABELS);
  const parcels = await listParcelsToShip(app.db, ids, shops);
  const purchases = await listNewestPurchasesOf(app.db, ids);
  const newestPurchases = new Map(purchases.map((purchase) => [purchase.parcelId, purchase]));
  const needsLabel = (id: string) => !["queued", "sent", "bought"].includes(newestPurchases.get(id)?.state ?? "");
  const parcelsToQuote = parcels.filter(({ id }) => needsLabel(id));
  const boxOptionsById = await listBoxOptions(app, parcelsToQuote, new URL(request.url).searchParams);
  const chosenBoxIds = new Map([...boxOptionsById].map(([id, { chosenBoxId }]) => [id, chosenBoxId]));
  const quotes = carrier === null ? null : await quoteParcels(app, parcelsToQuote, carrier, chosenBoxIds);
  return {
    carrier,
    rows: parcels.map(({ id, orderId, reference, number, name, grams, guide }) => {
      const purchase = newestPurchases.get(id) ?? null;
      const quoteResult = quotes?.get(id) ?? null;
      return {
        id,
        orderId,
        reference,
        number,
        name,
        grams,
        guide,
        purchase,
        quoteResult,
        boxOptions: boxOptionsById.get(id) ?? null,
      };
    }),
    unneededPurchases: await listUnneededPurchases(app.db, shops),
  };
}

/** The boxes for each parcel. The query field `caja-<parcel id>` has the chosen box; by default the weight decides. */
async function listBoxOptions(app: App, parcels: readonly ParcelToShip[], query: URLSearchParams) {
  const accounts = new Map<string, CarrierAccount | undefined>();
  const boxOptionsById = new Map<string, { allBoxes: readonly ShippingBox[]; chosenBoxId: string }>();
  for (const { id, shopId, grams } of parcels) {
    if (!accounts.has(shopId)) accounts.set(shopId, await findCarrierAccount(app.db, shopId));
    const allBoxes = accounts.get(shopId)?.boxes;
    const chosenId = query.get(`caja-${id}`) ?? undefined;
    if (allBoxes)
      boxOptionsById.set(id, {
        allBoxes,
        chosenBoxId: chooseBox(allBoxes, { grams: grams ?? 0, chosenId }).id ?? "",
      });
  }
  return boxOptionsById;
}

/**
 * Requests the purchase of a label for each `parcel` with a service. The field `service-<parcel id>` has the service
 * and the displayed price, as `service:centavos`, and `box-<parcel id>` the quoted box. With the field `cancel` (the id
 * of a purchase), it only cancels that purchase.
 */
export async function action({ context, request }: Route.ActionArgs) {
  const staff = requireStaff(context, request, "orders.ship", "any");
  const app = context.get(appContext);
  const by = actorOf(context, staff);
  const shops = shopsWithPermission(staff.grants, "orders.ship");
  const form = await readForm(request);
  if (form.text("cancel") !== "") {
    const purchase = await findPurchase(app.db, form.text("cancel"));
    if (!purchase || (shops !== "all" && !shops.includes(purchase.shopId))) throw data(null, { status: 404 });
    const outcome = await cancelLabel(app, purchase, by);
    return { failures: isRefusal(outcome) ? [sentenceOf(outcome)] : [] };
  }
  const failures: string[] = [];
  for (const parcelId of form.all("parcel").slice(0, MAX_LABELS)) {
    const [service = "", cents = ""] = form.text(`service-${parcelId}`, 80).split(":");
    if (service === "") continue;
    const carrier = form.text("carrier", 40);
    const box = form.text(`box-${parcelId}`, 40);
    const outcome = await requestLabel(app, { parcelId, shops, carrier, service, seenCents: Number(cents), box }, by);
    if (isRefusal(outcome)) failures.push(sentenceOf(outcome));
  }
  return { failures: [...new Set(failures)] };
}

export function meta() {
  return [{ title: "Guías · Panel" }];
}

export default function Labels({ loaderData: { carrier, rows, unneededPurchases }, actionData }: Route.ComponentProps) {
  const isPurchasePending = rows.some(({ purchase }) => purchase?.state === "queued" || purchase?.state === "sent");
  usePolling(isPurchasePending);
  const parcelIdsWithLabel = rows.filter(({ purchase }) => purchase?.state === "bought").map(({ id }) => id);
  return (
    <>
      <PageHead
        title="Guías"
        back={{ to: officePaths.parcels("packed"), label: "Envíos" }}
        lead="Compra las guías con la cuenta de la tienda, e imprímelas todas juntas."
      />
      {actionData?.failures.map((failure) => (
        <Notice key={failure} tone="error" alert title={failure} />
      ))}
      {parcelIdsWithLabel.length > 0 && (
        <p role="status" className="font-semibold">
          {parcelIdsWithLabel.length} de {rows.length} {rows.length === 1 ? "guía comprada" : "guías compradas"}
        </p>
      )}
      {parcelIdsWithLabel.length > 0 && <PrintForm parcelIds={parcelIdsWithLabel} />}
      {rows.length === 0 ? (
        <EmptyState title="Elige paquetes empacados en Envíos" />
      ) : (
        <>
          <Form method="get" id="cotiza" className="flex flex-wrap items-end gap-4">
            {rows.map(({ id }) => (
              <input key={id} type="hidden" name="paquete" value={id} />
            ))}
            <SelectField name="con" label="Paquetería" defaultValue={carrier ?? "estafeta"}>
              {LIVE_PRICE_CARRIERS.map((key) => (
                <option key={key} value={key}>
                  {LIVE_PRICE_CARRIER_LABEL[key]}
                </option>
              ))}
            </SelectField>
            <Button type="submit" variant="secondary">
              Cotizar
            </Button>
          </Form>
          <Form method="post" id="compra">
            <input type="hidden" name="carrier" value={carrier ?? ""} />
          </Form>
          <Section title="Paquetes">
            <ul className="divide-y divide-line">
              {rows.map((row) => (
                <li key={row.id} className="space-y-3 py-4 first:pt-0">
                  <p>
                    <Link to={officePaths.order(row.orderId)} className="font-semibold underline underline-offset-4">
                      #{row.reference}
                    </Link>{" "}
                    · paquete {row.number} · {row.name}
                    {row.grams !== null && ` · ${row.grams.toLocaleString("es-MX")} g`}
                  </p>
                  {row.purchase && <PurchaseState purchase={row.purchase} />}
                  {row.boxOptions && (
                    <BoxChoice
                      parcelOrReturnId={row.id}
                      boxes={row.boxOptions.allBoxes}
                      chosenBoxId={row.boxOptions.chosenBoxId}
                      formId="cotiza"
                    />
                  )}
                  {row.quoteResult && "refused" in row.quoteResult && (
                    <p className="text-sm text-error">
                      {labelRefusalText(row.quoteResult.refused, row.quoteResult.message)}
                    </p>
                  )}
                  {row.quoteResult && "quotes" in row.quoteResult && (
                    <ServiceChoice
                      parcelOrReturnId={row.id}
                      quotes={row.quoteResult.quotes}
                      boxId={row.boxOptions?.chosenBoxId ?? ""}
                    />
                  )}
                </li>
              ))}
            </ul>
            {rows.some(({ quoteResult }) => quoteResult && "quotes" in quoteResult) && (
              <Button type="submit" form="compra">
                Comprar guías
              </Button>
            )}
          </Section>
        </>
      )}
      {unneededPurchases.length > 0 && (
        <Section title="Guías que se quedaron sin paquete">
          <p className="text-sm text-soft">
            Su paquete se desempacó, o se canceló la devolución. Cancélalas para recuperar lo que costaron.
          </p>
          <ul className="divide-y divide-line">
            {unneededPurchases.map((purchase) => (
              <li key={purchase.id} className="py-3">
                <PurchaseState purchase={purchase} />
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}
