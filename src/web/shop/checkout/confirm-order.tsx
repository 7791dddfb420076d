import { useId, useState } from "react";
import type { Cart } from "../../../contract/carts.ts";
import type { Customer } from "../../../contract/customers.ts";
import { paths } from "../../paths.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useToast } from "../../ui/toasts.tsx";
import type { ConfirmState } from "./use-confirm-order.ts";
import { loadable } from "../../ui/loadable.tsx";

const ConfirmMailbox = loadable(() => import("./confirm-mailbox.tsx"));

/** The button that places the order. What is missing is listed below it (rule CHECKOUT-7). */
export function ConfirmOrder({ cart, customer, order }: { cart: Cart; customer: Customer; order: ConfirmState }) {
  const { missing, quote, busy, submit } = order;
  const missingId = useId();
  return (
    <>
      <Refusal cart={cart} customer={customer} order={order} />
      <Button
        wide
        busy={busy}
        disabled={missing.length > 0 || !quote}
        aria-describedby={missing.length > 0 ? missingId : undefined}
        onClick={() => void submit()}
        className="uppercase tracking-wide"
      >
        Confirmar pedido y pagar
      </Button>
      {missing.length > 0 && (
        <p id={missingId} className="text-sm text-soft">
          Falta: {missing.join(", ")}.
        </p>
      )}
    </>
  );
}

/** Why the order was not placed, and how to continue. */
function Refusal({ cart, customer, order }: { cart: Cart; customer: Customer; order: ConfirmState }) {
  const { error, failed, isCapped, email, liftCap } = order;
  const [isConfirming, setConfirming] = useState(false);
  const showToast = useToast();
  return (
    <>
      <div aria-live="assertive">{error && <Notice tone="error" title={error} />}</div>
      {isCapped && (
        <div className="space-y-2">
          <Button variant="secondary" wide onClick={() => setConfirming(true)}>
            Confirmar mi correo
          </Button>
          <ButtonLink variant="secondary" wide to={paths.login(paths.checkout)}>
            Iniciar sesión o crear cuenta
          </ButtonLink>
        </div>
      )}
      {cart.isPresale && (error ?? failed) && (
        <ButtonLink variant="secondary" wide to={paths.presaleAccessCode}>
          Ingresar otro código
        </ButtonLink>
      )}
      {isConfirming && (
        <ConfirmMailbox
          customerId={customer._id}
          email={email}
          onClose={() => setConfirming(false)}
          onConfirmed={() => {
            setConfirming(false);
            liftCap();
            showToast("success", "Tu correo quedó confirmado", "Ya puedes confirmar tu pedido.");
          }}
        />
      )}
    </>
  );
}
