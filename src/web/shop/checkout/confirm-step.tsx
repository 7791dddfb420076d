import { useId, useState } from "react";
import type { Cart } from "../../../contract/carts.ts";
import type { Customer } from "../../../contract/customers.ts";
import { isEmail } from "../../../domain/username.ts";
import { paths } from "../../paths.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { CheckField, TextField } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { CartTable } from "../cart/cart-table.tsx";
import { CouponField } from "../coupon-field.tsx";
import { PresaleNotice } from "../presale-notice.tsx";
import { CarrierChoice } from "./carrier-choice.tsx";
import { ConfirmMailbox } from "./confirm-mailbox.tsx";
import type { CheckoutDraft } from "./draft.ts";
import { OrderSummary } from "./order-summary.tsx";
import { PaymentChoice, type PaymentMethod } from "./payment-choice.tsx";
import { TermsDialog, type Terms } from "./terms-dialog.tsx";
import { useConfirmOrder, type ConfirmOptions } from "./use-confirm-order.ts";

interface Props extends ConfirmOptions {
  change: (part: Partial<CheckoutDraft>) => void;
  methods: PaymentMethod[];
  onBack: () => void;
}

type ConfirmState = ReturnType<typeof useConfirmOrder>;

/** Step 3: everything on one page, with the button that places the order. What is missing is listed below the button. */
export function ConfirmStep(props: Props) {
  const { cart, customer, draft, change, needsParcel, carriers, methods, terms, onBack } = props;
  const order = useConfirmOrder(props);
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[1fr_22rem]">
      <div className="space-y-10">
        <section className="space-y-3">
          <h2 tabIndex={-1} className="text-lg font-bold">
            Confirma tu pedido
          </h2>
          <PresaleNotice presale={cart.presaleDetails} />
          <CartTable lines={cart.products} isPresale={cart.isPresale} />
        </section>
        {needsParcel && <DeliveryAddress customer={customer} address={order.address} onChange={onBack} />}
        {needsParcel && <CarrierChoice carriers={carriers} carrier={order.carrier} draft={draft} change={change} />}
        {order.hasTickets && <TicketsEmail order={order} onChange={(ticketsEmail) => change({ ticketsEmail })} />}
        <PaymentChoice methods={methods} draft={draft} change={change} />
        <AcceptTerms terms={terms} accepted={order.accepted} change={change} />
      </div>
      <aside className="space-y-4 rounded-lg border border-line bg-card p-5 lg:sticky lg:top-24">
        <OrderSummary
          quote={order.quote}
          failed={order.failed}
          onRetry={order.retry}
          lacksCarrier={needsParcel && !order.carrier}
        />
        <CouponField cart={cart} />
        <Refused cart={cart} customer={customer} order={order} />
        <ConfirmButton order={order} />
        <p className="text-center">
          <Button variant="quiet" onClick={onBack}>
            Atrás
          </Button>
        </p>
      </aside>
    </div>
  );
}

interface DeliveryAddressProps {
  customer: Customer;
  address: Customer["addresses"][number] | null;
  onChange: () => void;
}

function DeliveryAddress({ customer, address, onChange }: DeliveryAddressProps) {
  return (
    <section className="space-y-2">
      <h3 className="font-bold">Dirección de entrega</h3>
      <p>
        {customer.name} {customer.lastName}
      </p>
      {address && (
        <p className="text-soft">
          {address.street}, {address.neigh}, {address.postalCode}, {address.city}, {address.state}, {address.country}
        </p>
      )}
      <Button variant="quiet" onClick={onChange} className="-ml-2">
        Cambiar
      </Button>
    </section>
  );
}

function TicketsEmail({ order, onChange }: { order: ConfirmState; onChange: (typed: string) => void }) {
  const { typedEmail, email } = order;
  return (
    <section className="max-w-xl space-y-3">
      <h3 className="font-bold">Tus boletos</h3>
      <TextField
        label="Correo para tus boletos"
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={254}
        value={typedEmail}
        onChange={(event) => onChange(event.target.value)}
        error={email !== "" && !isEmail(email) ? "Revisa el correo: le falta algo" : undefined}
        hint="Ahí te llegan en cuanto se confirme tu pago, con la confirmación de tu pedido."
      />
    </section>
  );
}

interface AcceptTermsProps {
  terms: Terms;
  accepted: boolean;
  change: (part: Partial<CheckoutDraft>) => void;
}

/** Checking the box opens the terms. Only the end of them accepts. */
function AcceptTerms({ terms, accepted, change }: AcceptTermsProps) {
  const [isReading, setReading] = useState(false);
  const answer = (termsVersion: string | null): void => {
    change({ termsVersion });
    setReading(false);
  };
  return (
    <>
      <TermsDialog
        open={isReading}
        terms={terms}
        onAccept={() => answer(terms.version)}
        onCancel={() => answer(null)}
      />
      <CheckField
        label="Acepto los términos de la tienda"
        checked={accepted}
        onChange={(event) => (event.target.checked ? setReading(true) : change({ termsVersion: null }))}
      >
        Cambios, envíos y apartado. Se abren para que los leas.
      </CheckField>
    </>
  );
}

/** Why the order was not placed, and how to continue. */
function Refused({ cart, customer, order }: { cart: Cart; customer: Customer; order: ConfirmState }) {
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
      <ConfirmMailbox
        customerId={customer._id}
        email={email}
        open={isConfirming}
        onClose={() => setConfirming(false)}
        onConfirmed={() => {
          setConfirming(false);
          liftCap();
          showToast("success", "Tu correo quedó confirmado", "Ya puedes confirmar tu pedido.");
        }}
      />
    </>
  );
}

function ConfirmButton({ order: { missing, quote, busy, submit } }: { order: ConfirmState }) {
  const missingId = useId();
  return (
    <>
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
        <p id={missingId} className="text-sm font-semibold text-warning">
          Falta: {missing.join(", ")}.
        </p>
      )}
    </>
  );
}
