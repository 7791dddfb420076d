import { useState } from "react";
import { Link } from "react-router";
import { call } from "../../client.ts";
import type { Order } from "../../../contract/orders.ts";
import { formatPhone } from "../../../domain/phone.ts";
import { paths } from "../../paths.ts";
import { useSession } from "../../state/session.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";

/**
 * Moves a guest's order, opened by its link, into the customer's account, with the guest's other orders (rule
 * CUSTOMER-2, decision 12). Without a session, or with an account of another phone number, it says what to do first.
 */
export function ClaimOrder({ order, linkKey }: { order: Order; linkKey: string }) {
  const { session, customer } = useSession();
  if (order.customer.type !== "guest" || session === undefined || session?.assistedBy) return null;
  if (session?.type !== "registered") return <SignInFirst back={`${paths.order(order._id)}?key=${linkKey}`} />;
  if (!customer) return null;
  if (customer.phone !== order.customer.phone) return <OtherPhone phone={order.customer.phone} />;
  return <Claim orderId={order._id} linkKey={linkKey} token={session.token} />;
}

function Claim({ orderId, linkKey, token }: { orderId: string; linkKey: string; token: string }) {
  const [busy, setBusy] = useState(false);
  const [claimedCount, setClaimedCount] = useState<number | null>(null);
  const [error, setError] = useState<string | null>(null);
  const claim = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    const outcome = await call("claimOrder", { params: { id: orderId }, body: { key: linkKey }, token });
    setBusy(false);
    if (outcome.ok) setClaimedCount(outcome.data.claimed);
    else if (outcome.problem.status === 404) setError("Quizá ya está en otra cuenta. Escríbenos y lo vemos contigo.");
    else setError(outcome.problem.detail);
  };
  return (
    <>
      <div role="status">
        {claimedCount !== null && (
          <Notice tone="success" icon="check" title={claimedCount > 1 ? "Pedidos agregados" : "Pedido agregado"}>
            {claimedCount > 1
              ? `Este y otros pedidos tuyos (${claimedCount} en total) ya están`
              : "Este pedido ya está"}{" "}
            en{" "}
            <Link to={paths.orders} className="font-semibold underline underline-offset-4">
              Mis pedidos
            </Link>
            .
          </Notice>
        )}
      </div>
      {claimedCount === null && (
        <Notice title="¿Este pedido es tuyo?">
          <p>Lo hiciste sin cuenta. Agrégalo a tu cuenta para verlo siempre en Mis pedidos.</p>
          <Button variant="secondary" className="mt-3" busy={busy} onClick={() => void claim()}>
            Agregar a Mis pedidos
          </Button>
        </Notice>
      )}
      {error && (
        <Notice tone="error" alert title="No pudimos agregar el pedido">
          {error}
        </Notice>
      )}
    </>
  );
}

function SignInFirst({ back: returnPath }: { back: string }) {
  return (
    <Notice title="Tenlo siempre en Mis pedidos">
      <Link to={paths.login(returnPath)} className="font-semibold underline underline-offset-4">
        Inicia sesión
      </Link>{" "}
      o{" "}
      <Link to={paths.signup(returnPath)} className="font-semibold underline underline-offset-4">
        crea tu cuenta
      </Link>{" "}
      con el teléfono de este pedido, y agrégalo.
    </Notice>
  );
}

function OtherPhone({ phone }: { phone: string }) {
  return (
    <Notice title="¿Este pedido es tuyo?">
      Tu cuenta tiene otro teléfono. Para agregarlo a Mis pedidos,{" "}
      <Link to={paths.profile} className="font-semibold underline underline-offset-4">
        pon en tu cuenta
      </Link>{" "}
      el {formatPhone(phone)} y abre otra vez este enlace.
    </Notice>
  );
}
