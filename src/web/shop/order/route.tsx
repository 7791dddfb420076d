import { lazy, Suspense, useCallback, useEffect, useState, type ReactNode } from "react";
import { data, useRouteLoaderData, useSearchParams } from "react-router";
import { call } from "../../client.ts";
import type { Order } from "../../../contract/orders.ts";
import type { Problem } from "../../../contract/problem.ts";
import { hasEndedUnshipped } from "../../../domain/order-status.ts";
import { findPaymentMethod } from "../../../server/checkout/find-payment-method.ts";
import { hasOrder } from "../../../server/orders/queries.ts";
import { appContext, shopContext } from "../../context.ts";
import { paths } from "../../paths.ts";
import type { RootData } from "../../root.tsx";
import { useSession } from "../../state/session.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { EmptyState, Notice } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { pageMeta } from "../page-meta.ts";
import type { Route } from "./+types/route";
import { PresaleNotice } from "../presale-notice.tsx";
import { ClaimOrder } from "./claim-order.tsx";
import { SaveLink } from "./save-link.tsx";
import { OrderHeader } from "./order-header.tsx";
import { Payment } from "./payment.tsx";
import { OrderPdfButton } from "./order-pdf-button.tsx";
import { ShippingInfo } from "./shipping-info.tsx";
import { useLinkKey } from "./use-link-key.ts";
import { useReturnFromPayment } from "./use-return-from-payment.ts";
import { useTrackedPurchase } from "./use-tracked-purchase.ts";

const WhatNext = lazy(() => import("./what-next.tsx"));
const Timeline = lazy(() => import("./timeline.tsx"));
const OrderFigures = lazy(() => import("./order-figures.tsx"));
const OrderFooter = lazy(() => import("./order-footer.tsx"));
const Parcels = lazy(() => import("./parcels.tsx"));
const Pickup = lazy(() => import("./pickup.tsx"));
const Tickets = lazy(() => import("./tickets.tsx"));
const ReviewProducts = lazy(() => import("./review-products.tsx"));
const OrderInvoice = lazy(() => import("./order-invoice.tsx"));

/**
 * The loader only checks that the order exists, because a document request has no token. The browser then requests the
 * order from the API. An unknown id gets 404, with the same text as another customer's order (decision 12).
 */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, genericPlanDb } = context.get(appContext);
  const shop = context.get(shopContext);
  const [exists, transfer] = await Promise.all([
    hasOrder(genericPlanDb, shop.id, params.orderId),
    findPaymentMethod(db, shop.id, "TB"),
  ]);
  return data(
    { exists, transferMessage: transfer?.checkout_message ?? "", cutOff: shop.settings.delivery.cutOff },
    { status: exists ? 200 : 404 },
  );
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: "Pedido" });
}

export default function OrderPage({ loaderData, params }: Route.ComponentProps) {
  return loaderData.exists ? (
    <RequestedOrder orderId={params.orderId} {...loaderData} />
  ) : (
    <OrderNotShown orderId={params.orderId} />
  );
}

interface RequestedOrderProps {
  orderId: string;
  transferMessage: string;
  /** The time of day until which a paid order leaves on the same day (rule PARCEL-7). */
  cutOff: string;
}

/** Requests the order from the API, and shows it or the problem. */
function RequestedOrder({ orderId, transferMessage, cutOff }: RequestedOrderProps) {
  const [query] = useSearchParams();
  const { shop } = useRouteLoaderData("root") as RootData;
  const { allowInvoicing } = shop.settings.management;
  const linkKey = useLinkKey(orderId);
  const knownLinkKey = linkKey ?? null;
  const { session } = useSession();
  const { order, setOrder, problem, load } = useOrder(orderId, linkKey);
  const paymentCheck = useReturnFromPayment(orderId, knownLinkKey, setOrder);
  useTrackedPurchase(query.has("nuevo") ? order : null);
  if (problem) return <OrderProblem orderId={orderId} problem={problem} onRetry={load} />;
  if (!order) return <OrderSkeleton />;
  const isGuestOwner = session?.type === "guest" && session.customerId === order.customer._id;
  const hasOnlyTickets =
    !order.exchange && order.products.length > 0 && order.products.every((line) => line.realQty === 0);
  return (
    <main id="contenido" className="page max-w-4xl flex-1 space-y-8 py-8">
      <OrderHeader order={order} isNew={query.has("nuevo")} />
      <Suspense fallback={<Skeleton className="h-72 w-full" />}>
        <WhatNext order={order} cutOff={cutOff} />
      </Suspense>
      <OrderNotices order={order} linkKey={knownLinkKey} />
      {paymentCheck.isReconciling && <p role="status">Confirmando tu pago…</p>}
      {paymentCheck.error && (
        <Notice tone="warning" alert title="No pudimos confirmar tu pago todavía">
          {paymentCheck.error} Si ya pagaste, no pagues otra vez: lo confirmamos en cuanto nos avisen.
        </Notice>
      )}
      {!paymentCheck.isReconciling && (
        <Payment order={order} linkKey={knownLinkKey} onOrder={setOrder} transferMessage={transferMessage} />
      )}
      <Suspense fallback={<Skeleton className="h-72 w-full" />}>
        <Timeline order={order} hasOnlyTickets={hasOnlyTickets} />
      </Suspense>
      {(order.pickup ? !hasEndedUnshipped(order.status) : order.parcels.length > 0) && (
        <Suspense fallback={<Skeleton className="h-48 w-full" />}>
          {order.pickup ? (
            <Pickup pickup={order.pickup} isPaid={order.status === "PAYMENT_ACCEPTED"} />
          ) : (
            <Parcels order={order} />
          )}
        </Suspense>
      )}
      {order.tickets.length > 0 && (
        <Suspense fallback={<Skeleton className="h-48 w-full" />}>
          <Tickets order={order} linkKey={knownLinkKey} />
        </Suspense>
      )}
      {(order.invoice ?? (allowInvoicing && order.status === "SHIPPED")) && (
        <Suspense fallback={<Skeleton className="h-32 w-full" />}>
          <OrderInvoice order={order} linkKey={knownLinkKey} />
        </Suspense>
      )}
      {order.status === "SHIPPED" && session?.type === "registered" && session.customerId === order.customer._id && (
        <Suspense>
          <ReviewProducts orderId={order._id} customerId={session.customerId} token={session.token} />
        </Suspense>
      )}
      {knownLinkKey !== null && (
        <div className="empty:hidden print:hidden">
          <ClaimOrder order={order} linkKey={knownLinkKey} />
        </div>
      )}
      {knownLinkKey === null && isGuestOwner && <SaveLink orderId={order._id} reference={order.reference} />}
      {!order.joinedInto && (
        <>
          {!order.exchange && <ShippingInfo order={order} />}
          <Suspense fallback={<Skeleton className="h-72 w-full" />}>
            <OrderFigures order={order} />
          </Suspense>
          <OrderPdfButton orderId={order._id} reference={order.reference} linkKey={knownLinkKey} />
        </>
      )}
      <Suspense>
        <OrderFooter {...{ shop, order }} onOrder={setOrder} />
      </Suspense>
    </main>
  );
}

/** Notices about the whole order: joined, cancelled, for the difference of an exchange, or bought in a presale. */
function OrderNotices({ order, linkKey: key }: { order: Order; linkKey: string | null }) {
  return (
    <>
      {order.joinedInto && (
        <Notice icon="truck" title={`Se unió a tu pedido #${order.joinedInto.reference}`}>
          <p>Sus productos ya son de ese pedido: pagas un solo envío.</p>
          <ButtonLink variant="secondary" to={linkTo(order.joinedInto._id, key)}>
            Ver el pedido #{order.joinedInto.reference}
          </ButtonLink>
        </Notice>
      )}
      {order.exchange && (
        <Notice icon="truck" title={`Es la diferencia de tu cambio ${order.exchange.returnNumber}`}>
          <ButtonLink variant="secondary" className="mt-3" to={linkTo(`${order.exchange.orderId}/devolver`, key)}>
            Ver mi cambio
          </ButtonLink>
        </Notice>
      )}
      {order.status === "CANCELLED" && !order.exchange && (
        <Notice tone="error" title="Este pedido se canceló">
          {order.refunds.length > 0 ? "Abajo ves lo que te devolvimos." : "Si ya habías pagado, escríbenos."}
        </Notice>
      )}
      {!hasEndedUnshipped(order.status) && <PresaleNotice presale={order.presale} />}
    </>
  );
}

/**
 * The path of another order, or of a page under it, with the same key. The key of a joined order also opens the order
 * that it was joined into. The key of an order also opens the orders for the differences of its exchanges, and the key
 * of such an order also opens the first one.
 */
function linkTo(pathUnderOrders: string, key: string | null): string {
  return key === null
    ? paths.order(pathUnderOrders)
    : `${paths.order(pathUnderOrders)}?${new URLSearchParams({ key })}`;
}

/** The order, requested with the session's token or with the key of a link. */
function useOrder(orderId: string, key: string | null | undefined) {
  const { session } = useSession();
  const [order, setOrder] = useState<Order | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const load = useCallback(async () => {
    if (session === undefined || key === undefined) return;
    setProblem(null);
    const outcome = await call("getOrder", {
      params: { id: orderId },
      query: key ? { key } : {},
      // With a key no token is sent, because an expired token would be refused.
      token: key ? null : session?.token,
    });
    if (outcome.ok) setOrder(outcome.data);
    else setProblem(outcome.problem);
  }, [orderId, key, session]);
  useEffect(() => void load(), [load]);
  return { order, setOrder, problem, load };
}

function OrderProblem({
  orderId,
  problem,
  onRetry,
}: {
  orderId: string;
  problem: Problem;
  onRetry: () => Promise<void>;
}) {
  // The checkout redirects here after it placed the order, so the order exists even if its page fails.
  const isNew = useSearchParams()[0].has("nuevo");
  if (problem.status === 404 || problem.status === 401) return <OrderNotShown orderId={orderId} />;
  return (
    <EmptyPage title={isNew ? "Tu pedido quedó hecho" : problem.detail}>
      {isNew && <p className="text-soft">No lo repitas: lo que falló es mostrar su página. {problem.detail}</p>}
      <Button onClick={() => void onRetry()}>{isNew ? "Ver mi pedido" : "Reintentar"}</Button>
    </EmptyPage>
  );
}

/** The same text for another customer's order, an ended session, and an order that does not exist (decision 12). */
function OrderNotShown({ orderId }: { orderId: string }) {
  const { session } = useSession();
  return (
    <EmptyPage title="No podemos mostrarte este pedido">
      <p className="text-soft">
        Ábrelo en el equipo donde lo hiciste, con el enlace del correo de confirmación, o con tu cuenta.
      </p>
      {!session && <ButtonLink to={paths.login(paths.order(orderId))}>Iniciar sesión</ButtonLink>}
      <ButtonLink to="/" variant={session ? "primary" : "secondary"}>
        Ir a la tienda
      </ButtonLink>
    </EmptyPage>
  );
}

function EmptyPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main id="contenido" className="page flex-1 py-8">
      <h1 className="sr-only">Pedido</h1>
      <EmptyState title={title}>{children}</EmptyState>
    </main>
  );
}

function OrderSkeleton() {
  return (
    <main id="contenido" className="page max-w-4xl flex-1 space-y-6 py-8" aria-busy>
      <h1 className="sr-only">Pedido</h1>
      <span role="status" className="sr-only">
        Cargando tu pedido
      </span>
      <Skeleton className="h-10 w-64" />
      <Skeleton className="h-16 w-full" />
      <Skeleton className="h-64 w-full" />
    </main>
  );
}
