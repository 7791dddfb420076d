import { useCallback, useEffect, useState } from "react";
import { data } from "react-router";
import { call } from "../../client.ts";
import type { Problem } from "../../../contract/problem.ts";
import type { Returns } from "../../../contract/returns.ts";
import { hasOrder } from "../../../server/orders/queries.ts";
import { appContext, shopContext } from "../../context.ts";
import { paths } from "../../paths.ts";
import { useSession } from "../../state/session.tsx";
import { Breadcrumbs } from "../../ui/breadcrumbs.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState, LoadFailure, Notice } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useLinkKey } from "../order/use-link-key.ts";
import { pageMeta } from "../page-meta.ts";
import type { Route } from "./+types/route";
import { RequestForm } from "./request-form.tsx";
import { ReturnCard } from "./return-card.tsx";
import { NotReturnableNotice } from "./not-returnable-notice.tsx";

/** Like the order's page, only checks that the order exists. The browser requests the returns (decision 12). */
export async function loader({ context, params }: Route.LoaderArgs) {
  const exists = await hasOrder(context.get(appContext).genericPlanDb, context.get(shopContext).id, params.orderId);
  return data({ exists }, { status: exists ? 200 : 404 });
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: "Devolver o cambiar" });
}

export default function ReturnsPage({ loaderData: { exists }, params: { orderId } }: Route.ComponentProps) {
  const { orderReturns, problem, auth, load } = useReturns(orderId);
  const [requestedNumber, setRequestedNumber] = useState<number>();
  const orderPath = auth.linkKey ? `${paths.order(orderId)}?key=${auth.linkKey}` : paths.order(orderId);
  const isInaccessible = !exists || problem?.status === 404 || problem?.status === 401;
  return (
    <main id="contenido" className="page max-w-3xl flex-1 space-y-6 py-6">
      <Breadcrumbs crumbs={[{ label: "Mi pedido", to: orderPath }, { label: "Devolver o cambiar" }]} />
      <h1 className="text-2xl">Devolver o cambiar</h1>
      {isInaccessible ? (
        <EmptyState title="No podemos mostrarte este pedido">
          <p className="text-soft">Ábrelo con el enlace del correo de confirmación, o con tu cuenta.</p>
          <ButtonLink to={paths.login(`${paths.order(orderId)}/devolver`)}>Iniciar sesión</ButtonLink>
        </EmptyState>
      ) : problem ? (
        <LoadFailure title={problem.detail} onRetry={() => void load()} />
      ) : !orderReturns ? (
        <Skeleton className="h-72 w-full" />
      ) : (
        <>
          {requestedNumber !== undefined && (
            <Notice
              tone="success"
              icon="check"
              alert
              title={`Recibimos tu solicitud: es la devolución ${requestedNumber}`}
            >
              La revisamos y te decimos cómo enviarla. Todavía no mandes nada.
            </Notice>
          )}
          {orderReturns.returns.toReversed().map((customerReturn) => (
            <ReturnCard
              key={customerReturn._id}
              customerReturn={customerReturn}
              orderId={orderId}
              auth={auth}
              onChange={load}
            />
          ))}
          {orderReturns.returnable.code === null ? (
            <RequestForm
              key={orderReturns.returns.length}
              orderId={orderId}
              returnable={orderReturns.returnable}
              auth={auth}
              onRequested={async (number) => {
                await load();
                setRequestedNumber(number);
                scrollTo({ top: 0 });
              }}
            />
          ) : (
            <NotReturnableNotice code={orderReturns.returnable.code} hasReturns={orderReturns.returns.length > 0} />
          )}
        </>
      )}
    </main>
  );
}

/** The authorization of API calls about the order: by the key of a link, or by the session. */
export interface OrderAuthorization {
  linkKey: string | null;
  query: { key?: string };
  token: string | null | undefined;
}

function useReturns(orderId: string) {
  const { session } = useSession();
  const linkKey = useLinkKey(orderId);
  const [orderReturns, setOrderReturns] = useState<Returns>();
  const [problem, setProblem] = useState<Problem>();
  const token = session?.token;
  const isReady = session !== undefined && linkKey !== undefined;
  const load = useCallback(async () => {
    if (!isReady) return;
    setProblem(undefined);
    const outcome = await call("listReturns", {
      params: { id: orderId },
      query: linkKey ? { key: linkKey } : {},
      token: linkKey ? null : token,
    });
    if (outcome.ok) setOrderReturns(outcome.data);
    else setProblem(outcome.problem);
  }, [orderId, linkKey, token, isReady]);
  useEffect(() => void load(), [load]);
  const auth: OrderAuthorization = {
    linkKey: linkKey ?? null,
    query: linkKey ? { key: linkKey } : {},
    token: linkKey ? null : token,
  };
  return { orderReturns, problem, auth, load };
}
