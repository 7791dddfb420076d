import { Fragment, useId, useState } from "react";
import type { Cart } from "../../../contract/carts.ts";
import type { Customer } from "../../../contract/customers.ts";
import { formatMoney, toCents } from "../../../domain/money.ts";
import { paths } from "../../paths.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { Notice } from "../../ui/notice.tsx";
import { useToast } from "../../ui/toasts.tsx";
import type { ConfirmState } from "./use-confirm-order.ts";
import { loadable } from "../../ui/loadable.tsx";

const ConfirmMailbox = loadable(() => import("./confirm-mailbox.tsx"));

/**
 * The button that places the order. Above it are the tasks that are still missing, each as a link to its field (rule
 * CHECKOUT-7). On phones the total is beside the button, and both stay at the bottom of the window.
 */
export function ConfirmOrder({ cart, customer, state }: { cart: Cart; customer: Customer; state: ConfirmState }) {
  const { tasks, quote, busy, submit } = state;
  const tasksId = useId();
  return (
    <div
      data-bottom-bar={tasks.length > 0 ? "tall" : ""}
      className="max-lg:sticky max-lg:bottom-0 max-lg:z-20 max-lg:-mx-[clamp(1rem,4vw,4rem)] max-lg:border-t max-lg:border-line max-lg:bg-paper max-lg:px-[clamp(1rem,4vw,4rem)] max-lg:py-3"
    >
      <FailedOrder cart={cart} customer={customer} state={state} />
      {tasks.length > 0 && (
        <p id={tasksId} className="pb-3 text-sm">
          Falta:{" "}
          {tasks.map(({ field, text }, index) => (
            <Fragment key={field}>
              {index > 0 && ", "}
              <button type="button" className="min-h-6 underline underline-offset-4" onClick={() => focusField(field)}>
                {text}
              </button>
            </Fragment>
          ))}
          .
        </p>
      )}
      <div className="flex items-center gap-5">
        <span aria-hidden className="tabular font-semibold lg:hidden">
          {quote && formatMoney(toCents(quote.grandTotal))}
        </span>
        <Button
          busy={busy}
          disabled={tasks.length > 0 || !quote}
          aria-describedby={tasks.length > 0 ? tasksId : undefined}
          onClick={() => void submit()}
          className="flex-1 uppercase tracking-wide"
        >
          Confirmar pedido y pagar
        </Button>
      </div>
    </div>
  );
}

/** Moves the focus to a field of the screen, and shows it between the bars at the top and the bottom. */
function focusField(name: string): void {
  const [field] = document.getElementsByName(name);
  field?.scrollIntoView({ block: "center" });
  field?.focus({ preventScroll: true });
}

/** Why the order was not placed, and how to continue. */
function FailedOrder({ cart, customer, state }: { cart: Cart; customer: Customer; state: ConfirmState }) {
  const { error, quoteFailure, canLiftCap, email, clearCapError } = state;
  const [isConfirmingMailbox, setConfirmingMailbox] = useState(false);
  const showToast = useToast();
  return (
    <div className={cx("space-y-4", (error ?? quoteFailure) && "pb-4")}>
      <div aria-live="assertive">{error && <Notice tone="error" title={error} />}</div>
      {canLiftCap && (
        <div className="space-y-2">
          <Button variant="secondary" wide onClick={() => setConfirmingMailbox(true)}>
            Confirmar mi correo
          </Button>
          <ButtonLink variant="secondary" wide to={paths.login(paths.checkout)}>
            Iniciar sesión o crear cuenta
          </ButtonLink>
        </div>
      )}
      {cart.isPresale && (error ?? quoteFailure) && (
        <ButtonLink variant="secondary" wide to={paths.presaleAccessCode}>
          Ingresar otro código
        </ButtonLink>
      )}
      {isConfirmingMailbox && (
        <ConfirmMailbox
          customerId={customer._id}
          email={email}
          onClose={() => setConfirmingMailbox(false)}
          onConfirmed={() => {
            setConfirmingMailbox(false);
            clearCapError();
            showToast("success", "Tu correo quedó confirmado", "Ya puedes confirmar tu pedido.");
          }}
        />
      )}
    </div>
  );
}
