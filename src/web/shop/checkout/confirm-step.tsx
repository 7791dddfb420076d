import { useEffect, useId, useRef, useState } from "react";
import type { Cart } from "../../../contract/carts.ts";
import { call, type AnswerOf } from "../../client.ts";
import type { Customer } from "../../../contract/customers.ts";
import type { Carrier } from "../../../contract/orders.ts";
import { formatMoney, toCents } from "../../../domain/money.ts";
import { isEmail } from "../../../domain/username.ts";
import { paths } from "../../paths.ts";
import { useCart } from "../../state/cart.tsx";
import { useSession } from "../../state/session.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { CheckField, RadioCard, TextField } from "../../ui/field.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PresaleNotice } from "../presale-notice.tsx";
import { CartTable } from "../cart/cart-table.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { ConfirmMailbox } from "./confirm-mailbox.tsx";
import type { CheckoutDraft } from "./draft.ts";
import { OrderSummary } from "./order-summary.tsx";
import { TermsDialog, type Terms } from "./terms-dialog.tsx";
import { useEndedCheckout } from "./use-ended-checkout.ts";

interface Method {
  key: "MP" | "TB";
  name: string;
  message: string;
}

interface Props {
  cart: Cart;
  customer: Customer;
  draft: CheckoutDraft;
  change: (part: Partial<CheckoutDraft>) => void;
  needsParcel: boolean;
  carriers: Carrier[];
  methods: Method[];
  terms: Terms;
  onBack: () => void;
  onPlaced: (orderId: string) => void;
}

/** Refusals for what is unpaid. */
const UNPAID_CAPS: ReadonlySet<string> = new Set(["UNPAID_TRANSFERS_LIMIT", "UNPAID_LIMIT", "ADDRESS_UNPAID_LIMIT"]);

export type WireQuote = AnswerOf<"getQuote">;

/** Step 3: everything in one place, and the button that makes it an order. What is missing stands beside it. */
export function ConfirmStep(props: Props) {
  const { cart, customer, draft, change, needsParcel, carriers, methods, terms, onBack, onPlaced } = props;
  const { session } = useSession();
  const { refresh } = useCart();
  const hasEnded = useEndedCheckout();
  const [reading, setReading] = useState(false);
  const [alertOf, setAlertOf] = useState<Carrier | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  /** The cap on what is unpaid that a guest ran into: a confirmed mailbox or an account lifts it. */
  const [isCapped, setCapped] = useState(false);
  const [confirming, setConfirming] = useState(false);
  const say = useToast();
  const missingId = useId();
  // The same key until the order exists: even if the answer is lost, there is one order (rule API-2).
  const key = useRef({ wish: "", id: "" });

  const carrier = carriers.find((one) => one._id === draft.carrierId) ?? null;
  const address = customer.addresses.find((one) => one._id === draft.addressId) ?? null;
  const insured = draft.insured && (carrier?.secured ?? false);
  // Tickets travel by mail: where to is seen, and can be put right, before anything is paid.
  const hasTickets = cart.products.some((line) => line.realQty === 0);
  const knownEmail = isEmail(customer.username ?? "") ? customer.username! : draft.personal.email;
  const email = (draft.ticketsEmail ?? knownEmail).trim();
  const accepted = draft.termsVersion === terms.version;
  const { quote, failed, retry } = useQuote(cart, { carrier, insured, method: draft.paymentMethod });
  const missing = [
    needsParcel && !carrier && "elegir paquetería",
    hasTickets && !isEmail(email) && "escribir el correo para tus boletos",
    !draft.paymentMethod && "elegir forma de pago",
    !accepted && "aceptar los términos",
  ].filter((text) => typeof text === "string");

  const submit = async (): Promise<void> => {
    if (missing.length > 0 || !quote || !session || !draft.paymentMethod) return;
    const body = {
      customerId: customer._id,
      addressId: needsParcel ? (address?._id ?? null) : null,
      shippingId: carrier?._id ?? null,
      secured: insured,
      payment_method: draft.paymentMethod,
      expectedTotal: quote.grandTotal,
      termsVersion: terms.version,
      ...(hasTickets && { email }),
    };
    const wish = JSON.stringify([cart._id, body]);
    if (key.current.wish !== wish) key.current = { wish, id: crypto.randomUUID() };
    setBusy(true);
    setError(null);
    setCapped(false);
    const outcome = await call("checkout", {
      params: { id: cart._id },
      body,
      token: session.token,
      idempotencyKey: key.current.id,
    });
    setBusy(false);
    if (outcome.ok) return onPlaced(outcome.data.order._id);
    if (hasEnded(outcome.problem)) return;
    setError(outcome.problem.detail);
    // Refused for what is unpaid: the same press later is a new try, not a repeat of this answer.
    if (UNPAID_CAPS.has(outcome.problem.code)) key.current = { wish: "", id: "" };
    setCapped(customer.type === "guest" && ["UNPAID_TRANSFERS_LIMIT", "UNPAID_LIMIT"].includes(outcome.problem.code));
    if (outcome.problem.code === "TOTAL_CHANGED") retry();
    if (outcome.problem.code === "CART_NOT_ACTIVE") await refresh();
  };

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
        {needsParcel && (
          <section className="space-y-2">
            <h3 className="font-bold">Dirección de entrega</h3>
            <p>
              {customer.name} {customer.lastName}
            </p>
            {address && (
              <p className="text-soft">
                {address.street}, {address.neigh}, {address.postalCode}, {address.city}, {address.state},{" "}
                {address.country}
              </p>
            )}
            <Button look="quiet" onClick={onBack} className="-ml-2">
              Cambiar
            </Button>
          </section>
        )}
        {needsParcel && (
          <fieldset className="space-y-3">
            <legend className="mb-3 font-bold">Seleccione paquetería</legend>
            {carriers.length === 0 && <Notice tone="warn" title="Por ahora esta tienda no puede enviar pedidos" />}
            {carriers.map((one) => (
              <RadioCard
                key={one._id}
                name="carrier"
                checked={draft.carrierId === one._id}
                onChange={() => {
                  change({ carrierId: one._id });
                  if (one.hasAlert) setAlertOf(one);
                }}
                title={one.name}
                aside={formatMoney(toCents(one.price))}
                picture={
                  one.imageUrl && (
                    <img src={one.imageUrl} alt="" width={60} height={40} className="h-10 w-auto rounded" />
                  )
                }
              >
                {one.description}
              </RadioCard>
            ))}
            {carrier?.secured && (
              <CheckField
                label="Asegurar mi envío"
                checked={draft.insured}
                onChange={(event) => change({ insured: event.target.checked })}
              >
                Asegura tu envío por el {carrier.percentage}% adicional sobre el valor del pedido
              </CheckField>
            )}
          </fieldset>
        )}
        {hasTickets && (
          <section className="max-w-xl space-y-3">
            <h3 className="font-bold">Tus boletos</h3>
            <TextField
              label="Correo para tus boletos"
              type="email"
              inputMode="email"
              autoComplete="email"
              maxLength={254}
              value={draft.ticketsEmail ?? knownEmail}
              onChange={(event) => change({ ticketsEmail: event.target.value })}
              error={email !== "" && !isEmail(email) ? "Revisa el correo: le falta algo" : undefined}
              hint="Ahí te llegan en cuanto se confirme tu pago, con la confirmación de tu pedido."
            />
          </section>
        )}
        <fieldset className="space-y-3">
          <legend className="mb-3 font-bold">Forma de pago</legend>
          {methods.length === 0 && <Notice tone="warn" title="Por ahora esta tienda no puede cobrar pedidos" />}
          {methods.map((method) => (
            <RadioCard
              key={method.key}
              name="method"
              checked={draft.paymentMethod === method.key}
              onChange={() => change({ paymentMethod: method.key })}
              title={method.name}
            >
              {method.message}
            </RadioCard>
          ))}
        </fieldset>
        <CheckField
          label="Acepto los términos de la tienda"
          checked={accepted}
          onChange={(event) => (event.target.checked ? setReading(true) : change({ termsVersion: null }))}
        >
          Cambios, envíos y apartado. Se abren para que los leas.
        </CheckField>
      </div>
      <aside className="space-y-4 rounded-lg border border-line bg-card p-5 lg:sticky lg:top-24">
        <OrderSummary quote={quote} failed={failed} onRetry={retry} lacksCarrier={needsParcel && !carrier} />
        <div aria-live="assertive">{error && <Notice tone="bad" title={error} />}</div>
        {isCapped && (
          <div className="space-y-2">
            <Button look="secondary" wide onClick={() => setConfirming(true)}>
              Confirmar mi correo
            </Button>
            <ButtonLink look="secondary" wide to={paths.login(paths.checkout)}>
              Iniciar sesión o crear cuenta
            </ButtonLink>
          </div>
        )}
        {cart.isPresale && (error ?? failed) && (
          <ButtonLink look="secondary" wide to={paths.presaleAccessCode}>
            Ingresar otro código
          </ButtonLink>
        )}
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
          <p id={missingId} className="text-sm font-semibold text-warn">
            Falta: {missing.join(", ")}.
          </p>
        )}
        <p className="text-center">
          <Button look="quiet" onClick={onBack}>
            Atrás
          </Button>
        </p>
      </aside>
      <ConfirmMailbox
        customerId={customer._id}
        email={email}
        open={confirming}
        onClose={() => setConfirming(false)}
        onConfirmed={() => {
          setConfirming(false);
          setCapped(false);
          setError(null);
          say("good", "Tu correo quedó confirmado", "Ya puedes confirmar tu pedido.");
        }}
      />
      <TermsDialog
        open={reading}
        terms={terms}
        onAccept={() => {
          change({ termsVersion: terms.version });
          setReading(false);
        }}
        onCancel={() => {
          change({ termsVersion: null });
          setReading(false);
        }}
      />
      <Dialog open={alertOf !== null} onClose={() => setAlertOf(null)} title={alertOf?.name ?? ""}>
        {alertOf?.alert?.image && (
          <img src={alertOf.alert.image} alt="" width={800} height={500} className="h-auto w-full rounded-box" />
        )}
        <p>{alertOf?.alert?.text}</p>
        <Button wide onClick={() => setAlertOf(null)}>
          Entendido
        </Button>
      </Dialog>
    </div>
  );
}

/** The server's figures for these choices; the last ones stay in view while new ones are on their way. */
function useQuote(cart: Cart, wish: { carrier: Carrier | null; insured: boolean; method: "MP" | "TB" | null }) {
  const [quote, setQuote] = useState<WireQuote | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  const carrierId = wish.carrier?._id;
  const { insured, method } = wish;
  useEffect(() => {
    const abort = new AbortController();
    const query = {
      shippingId: carrierId,
      secured: insured ? ("true" as const) : ("false" as const),
      payment_method: method ?? undefined,
    };
    void call("getQuote", { params: { id: cart._id }, query, signal: abort.signal }).then((outcome) => {
      if (abort.signal.aborted) return;
      setFailed(outcome.ok ? null : outcome.problem.detail);
      setQuote(outcome.ok ? outcome.data : null);
    });
    return () => abort.abort();
  }, [cart._id, cart.summary.pieces, carrierId, insured, method, round]);
  return { quote, failed, retry: () => setRound((n) => n + 1) };
}
