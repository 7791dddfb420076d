import { Link, redirect, redirectDocument, useSearchParams } from "react-router";
import { isAllowed, shopsWithPermission } from "../../../domain/staff-permissions.ts";
import { listAllCarriers } from "../../../server/shipping/carriers.ts";
import { listOrdersForStaff } from "../../../server/orders/list-for-staff.ts";
import { listSavedViews } from "../../../server/staff/saved-views.ts";
import { appContext, shopContext } from "../../context.ts";
import { Button, ButtonLink, buttonClasses } from "../../ui/button.tsx";
import { EmptyState, Notice } from "../../ui/notice.tsx";
import { readForm, requireStaff } from "../guard.ts";
import { BulkBar } from "../kit/bulk-bar.tsx";
import { PageHead } from "../kit/page-head.tsx";
import { Pager } from "../kit/pager.tsx";
import { SavedViews } from "../kit/saved-views.tsx";
import { Table } from "../kit/table.tsx";
import { officePaths } from "../paths.ts";
import { builtInViews } from "./built-in-views.ts";
import { orderColumns } from "./order-columns.tsx";
import { OrderFilters } from "./order-filters.tsx";
import { paymentLabel } from "./payment-label.ts";
import { readQuery } from "../read-query.ts";
import { readOrdersQuery } from "./read-orders-query.ts";
import { MAX_BULK_ORDERS } from "./read-references.ts";
import type { Route } from "./+types/route";

const PAGE_SIZE = 50;
/** The number of orders on the long page (`filas=200`): the maximum of one bulk move. */
const LONG_PAGE_SIZE = MAX_BULK_ORDERS;
const BULK_FORM_ID = "elegidos";

export async function loader({ context, request }: Route.LoaderArgs) {
  const { grants, memberId } = requireStaff(context, request, "orders.view", "any");
  const app = context.get(appContext);
  const shops = await app.shops.all();
  const filters = readOrdersQuery(request.url, grants, shops);
  const cursor = new URL(request.url).searchParams.get("desde") ?? "";
  const afterReference = /^\d{1,15}$/.test(cursor) ? Number(cursor) : null;
  const isLongPage = readQuery(request.url).oneOf("filas", [String(LONG_PAGE_SIZE)]) !== undefined;
  const { orders, nextAfterReference } = await listOrdersForStaff(app.db, filters, {
    afterReference,
    limit: isLongPage ? LONG_PAGE_SIZE : PAGE_SIZE,
  });
  const visibleShopIds = shopsWithPermission(grants, "orders.view");
  const seesMoneyOf = (shopId: string) => isAllowed(grants, "payments.view", { shopId });
  const shopNames = new Map(shops.map(({ id, name }) => [id, name]));
  return {
    orders: orders.map((order) => ({
      id: order.id,
      reference: order.reference,
      createdAt: order.createdAt,
      shop: shopNames.get(order.shopId) ?? "",
      customer: order.customer,
      status: order.status,
      isPresale: order.isPresale,
      chargesDifference: order.chargesDifference,
      // Money that the member may not see is not sent to the browser.
      grandTotalCents: seesMoneyOf(order.shopId) ? order.grandTotalCents : null,
      pieces: order.pieces,
      carrier: order.carrier,
      payment: seesMoneyOf(order.shopId) ? paymentLabel(order) : null,
    })),
    next: nextAfterReference === null ? null : String(nextAfterReference),
    isLongPage,
    shops: shops
      .filter(({ id }) => visibleShopIds === "all" || visibleShopIds.includes(id))
      .map(({ key, name }) => ({ key, name })),
    carriers: (await listAllCarriers(app.db, context.get(shopContext).id)).map(({ id, name }) => ({ id, name })),
    builtInViews: builtInViews(grants),
    savedViews: await listSavedViews(app, memberId, officePaths.orders),
    permissions: {
      maySeeMoney: isAllowed(grants, "payments.view", "any"),
      ship: isAllowed(grants, "orders.ship", "any"),
      mayChangeOrders: isAllowed(grants, "orders.change", "any"),
    },
  };
}

/** Redirects to the documents of the selected orders (`row`: their references), or to the page of the bulk move. */
export async function action({ context, request }: Route.ActionArgs) {
  requireStaff(context, request, "orders.view", "any");
  const form = await readForm(request);
  const references = form.all("row").filter((row) => /^\d{1,15}$/.test(row));
  if (references.length === 0) return { failure: "Elige al menos un pedido." };
  const intent = form.text("intent");
  if (intent === "slips") return redirectDocument(officePaths.slips(references));
  if (intent === "labels") return redirectDocument(officePaths.orderLabels(references));
  return redirect(officePaths.bulkOrderMove(intent, references));
}

export function meta() {
  return [{ title: "Pedidos · Panel" }];
}

export default function Orders({ loaderData, actionData }: Route.ComponentProps) {
  const { orders, next, isLongPage, shops, carriers, builtInViews, savedViews, permissions } = loaderData;
  const [searchParams] = useSearchParams();
  const exportQuery = new URLSearchParams(searchParams);
  exportQuery.delete("desde");
  return (
    <div className="group/list space-y-6">
      <PageHead title="Pedidos">
        <a href={`${officePaths.ordersExport}?${exportQuery}`} download className={buttonClasses("secondary")}>
          Exportar CSV
        </a>
        {permissions.ship && (
          <ButtonLink to={officePaths.shipList} variant={permissions.mayChangeOrders ? "secondary" : "primary"}>
            Enviar con lista
          </ButtonLink>
        )}
        {permissions.mayChangeOrders && <ButtonLink to={officePaths.newOrder}>Pedido nuevo</ButtonLink>}
      </PageHead>
      <SavedViews builtInViews={builtInViews} savedViews={savedViews} />
      <OrderFilters shops={shops} carriers={carriers} seesMoney={permissions.maySeeMoney} />
      {actionData?.failure && <Notice tone="error" alert title={actionData.failure} />}
      {orders.length === 0 ? (
        <NoOrders isFiltered={searchParams.size > 0} />
      ) : (
        <Table
          caption={
            searchParams.get("orden") === "antiguos"
              ? "Pedidos, el más antiguo primero"
              : "Pedidos, el más nuevo primero"
          }
          columns={orderColumns({ showsShops: shops.length > 1, showsMoney: permissions.maySeeMoney })}
          rows={orders}
          keyOf={({ reference }) => String(reference)}
          select={{ formId: BULK_FORM_ID, label: ({ reference }) => `Elegir el pedido #${reference}` }}
        />
      )}
      {next !== null && !isLongPage && (
        <p className="text-sm">
          <Link
            to={`?${new URLSearchParams([...searchParams, ["filas", String(LONG_PAGE_SIZE)]])}`}
            className="inline-flex min-h-11 items-center underline underline-offset-4"
          >
            Ver {LONG_PAGE_SIZE} por página, para hacer algo con todos
          </Link>
        </p>
      )}
      <Pager next={next} />
      <BulkBar id={BULK_FORM_ID}>
        {permissions.ship && (
          <Button type="submit" name="intent" value="ship">
            Enviar…
          </Button>
        )}
        <Button type="submit" name="intent" value="slips" variant="secondary">
          Hojas de empaque
        </Button>
        <Button type="submit" name="intent" value="labels" variant="secondary">
          Etiquetas
        </Button>
        {permissions.mayChangeOrders && (
          <>
            <Button type="submit" name="intent" value="reserve" variant="secondary">
              Apartar…
            </Button>
            <Button type="submit" name="intent" value="cancel" variant="secondary">
              Cancelar…
            </Button>
          </>
        )}
      </BulkBar>
    </div>
  );
}

function NoOrders({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState title="Ningún pedido es así">
      <p className="text-soft">
        Prueba con el número del pedido, los últimos cuatro dígitos del teléfono o solo el apellido; o quita algún
        filtro.
      </p>
    </EmptyState>
  ) : (
    <EmptyState title="Todavía no hay pedidos">
      <p className="text-soft">Cuando alguien compre, su pedido aparece aquí en el momento.</p>
    </EmptyState>
  );
}
