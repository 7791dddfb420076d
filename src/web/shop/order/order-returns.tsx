import { useEffect, useState } from "react";
import type { Order } from "../../../contract/orders.ts";
import type { Returns } from "../../../contract/returns.ts";
import { formatDay } from "../../../domain/format-day.ts";
import { call } from "../../client.ts";
import { useSession } from "../../state/session.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { useLinkKey } from "./use-link-key.ts";

/** 'Devoluciones y cambios': the returns of the order, and the link to their page, where one can be requested. */
export function OrderReturns({ order }: { order: Order }) {
  const linkKey = useLinkKey(order._id);
  const orderReturns = useReturns(order._id, linkKey);
  if (!orderReturns) return null;
  const { returns, returnable } = orderReturns;
  const cannotBeReturned = returnable.code === "RETURN_WINDOW_OVER" || returnable.code === "NOT_RETURNABLE";
  if (returns.length === 0 && cannotBeReturned) return null;
  const query = !linkKey ? "" : `?${new URLSearchParams({ key: linkKey })}`;
  return (
    <section aria-labelledby="devoluciones" className="space-y-3 print:hidden">
      <h2 id="devoluciones" className="text-xl">
        Devoluciones y cambios
      </h2>
      {returns.length > 0 && (
        <ul className="space-y-1">
          {returns.map(({ _id, number, stateLabel }) => (
            <li key={_id}>
              Devolución {number}: <b>{stateLabel}</b>
            </li>
          ))}
        </ul>
      )}
      <p className="text-soft">
        {returnable.code === "NOT_DELIVERED"
          ? "¿Algo no te quedó? En cuanto llegue tu pedido lo devuelves o cambias aquí."
          : returnable.code === null && returnable.until
            ? `¿Algo no te quedó? Puedes devolverlo o cambiarlo hasta el ${formatDay(returnable.until)}.`
            : null}
      </p>
      {(returnable.code === null || returns.length > 0) && (
        <ButtonLink variant="secondary" to={`/orders/${order._id}/devolver${query}`} className="max-sm:w-full">
          {returnable.code === null ? "Devolver o cambiar" : "Ver mis devoluciones"}
        </ButtonLink>
      )}
    </section>
  );
}

function useReturns(orderId: string, linkKey: string | null | undefined): Returns | undefined {
  const { session } = useSession();
  const [returns, setReturns] = useState<Returns>();
  useEffect(() => {
    if (session === undefined || linkKey === undefined) return;
    void call("listReturns", {
      params: { id: orderId },
      query: linkKey ? { key: linkKey } : {},
      token: linkKey ? null : session?.token,
    }).then((outcome) => outcome.ok && setReturns(outcome.data));
  }, [orderId, linkKey, session]);
  return returns;
}
