import { useRef, useState } from "react";
import type { Cart } from "../../../contract/carts.ts";
import type { Customer } from "../../../contract/customers.ts";
import { isEmail } from "../../../domain/username.ts";
import { call } from "../../client.ts";
import { useCart } from "../../state/cart.tsx";
import { useSession } from "../../state/session.tsx";
import type { Choices } from "./choices.ts";
import type { CheckoutDraft } from "./draft.ts";
import type { Terms } from "./terms-dialog.tsx";
import { useEndedCheckoutSession } from "./use-ended-checkout-session.ts";
import type { useQuote } from "./use-quote.ts";

interface ConfirmOptions {
  cart: Cart;
  /** Null until a customer is signed in or a guest's data are saved. */
  customer: Customer | null;
  draft: CheckoutDraft;
  choices: Choices;
  quoteState: ReturnType<typeof useQuote>;
  terms: Terms;
  onPlaced: (orderId: string) => void;
}

/** Something that the customer must still do, and the name of its field. */
interface Task {
  field: string;
  text: string;
}

export type ConfirmState = ReturnType<typeof useConfirmOrder>;

/** The error codes of those caps on unpaid orders that a confirmed mailbox or an account lifts. */
const LIFTABLE_CAPS: ReadonlySet<string> = new Set(["UNPAID_TRANSFERS_LIMIT", "UNPAID_LIMIT"]);
/** The error codes of all caps on unpaid orders. */
const UNPAID_CAPS: ReadonlySet<string> = new Set([...LIFTABLE_CAPS, "ADDRESS_UNPAID_LIMIT"]);

/** What the customer must still do, and the function that places the order. */
export function useConfirmOrder({ cart, customer, draft, choices, quoteState, terms, onPlaced }: ConfirmOptions) {
  const { session } = useSession();
  const { refresh } = useCart();
  const handleEndedSession = useEndedCheckoutSession();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [canLiftCap, setCapped] = useState(false);
  // The same data have the same key: if the response is lost, a repeated call creates no second order (rule API-2).
  const idempotency = useRef({ data: "", key: "" });

  const { needsParcel, hasTickets, address, carrier, insured } = choices;
  const { quote, failure: quoteFailure, reloadQuote } = quoteState;
  // Tickets are sent by email, so the customer can see and correct the email address before they pay.
  const username = customer?.username ?? "";
  const knownEmail = isEmail(username) ? username : draft.personal.email;
  const typedEmail = draft.ticketsEmail ?? knownEmail;
  const email = typedEmail.trim();
  const hasAcceptedTerms = draft.termsVersion === terms.version;
  const tasks: Task[] = [];
  if (needsParcel && !carrier) tasks.push({ field: "carrier", text: "elegir paquetería" });
  if (hasTickets && !isEmail(email))
    tasks.push({ field: "tickets-email", text: "escribir el correo para tus boletos" });
  if (!draft.paymentMethod) tasks.push({ field: "method", text: "elegir forma de pago" });
  if (!hasAcceptedTerms) tasks.push({ field: "terms", text: "aceptar los términos" });

  const submit = async (): Promise<void> => {
    if (tasks.length > 0 || !quote || !session || !customer || !draft.paymentMethod) return;
    const body = {
      customerId: customer._id,
      addressId: address?._id ?? null,
      shippingId: carrier?._id ?? null,
      secured: insured,
      payment_method: draft.paymentMethod,
      expectedTotal: quote.grandTotal,
      termsVersion: terms.version,
      ...(hasTickets && { email }),
      ...(carrier?.kind === "pickup" && { collector: draft.collector }),
    };
    const data = JSON.stringify([cart._id, body]);
    if (idempotency.current.data !== data) idempotency.current = { data, key: crypto.randomUUID() };
    setBusy(true);
    setError(null);
    setCapped(false);
    const outcome = await call("checkout", {
      params: { id: cart._id },
      body,
      token: session.token,
      idempotencyKey: idempotency.current.key,
    });
    setBusy(false);
    if (outcome.ok) return onPlaced(outcome.data.order._id);
    if (handleEndedSession(outcome.problem)) return;
    const { code, detail } = outcome.problem;
    setError(detail);
    // After a refusal by a cap, the next press must be a new request. The same key would repeat this response.
    if (UNPAID_CAPS.has(code)) idempotency.current = { data: "", key: "" };
    setCapped(customer.type === "guest" && LIFTABLE_CAPS.has(code));
    if (code === "TOTAL_CHANGED") reloadQuote();
    if (code === "CART_NOT_ACTIVE") await refresh();
  };

  return {
    quote,
    quoteFailure,
    typedEmail,
    email,
    accepted: hasAcceptedTerms,
    tasks,
    submit,
    busy,
    error,
    /** A guest has too many unpaid orders: a confirmed mailbox or an account lifts the cap. */
    canLiftCap,
    clearCapError(): void {
      setCapped(false);
      setError(null);
    },
  };
}
