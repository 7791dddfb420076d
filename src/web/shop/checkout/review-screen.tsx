import type { Customer } from "../../../contract/customers.ts";
import { isEmail } from "../../../domain/username.ts";
import { CheckField, TextField } from "../../ui/field.tsx";
import type { Choices } from "./choices.ts";
import { DeliverySummary } from "./delivery-summary.tsx";
import type { CheckoutDraft } from "./draft.ts";
import { PaymentChoice, type PaymentMethod } from "./payment-choice.tsx";
import type { ConfirmState } from "./use-confirm-order.ts";

interface Props {
  customer: Customer;
  choices: Choices;
  draft: CheckoutDraft;
  changeDraft: (changes: Partial<CheckoutDraft>) => void;
  methods: PaymentMethod[];
  state: ConfirmState;
  onChangeDetails: () => void;
}

/**
 * The second screen: the payment first, because the customer chooses it here, then a summary of the delivery. The
 * button beside it places the order (confirm-order.tsx).
 */
export function ReviewScreen(props: Props) {
  const { customer, choices, draft, changeDraft, methods, state, onChangeDetails } = props;
  const { carrier, hasTickets } = choices;
  return (
    <div className="space-y-10">
      <PaymentChoice methods={methods} quote={state.quote} draft={draft} changeDraft={changeDraft} />
      {carrier?.secured && (
        <CheckField
          label="Asegurar mi envío"
          checked={draft.insured}
          onChange={(event) => changeDraft({ insured: event.target.checked })}
        >
          Asegura tu envío por el {carrier.percentage}% adicional sobre el valor del pedido
        </CheckField>
      )}
      {hasTickets && <TicketsEmail state={state} onChange={(ticketsEmail) => changeDraft({ ticketsEmail })} />}
      <DeliverySummary customer={customer} email={draft.personal.email} choices={choices} onChange={onChangeDetails} />
    </div>
  );
}

function TicketsEmail({ state, onChange }: { state: ConfirmState; onChange: (text: string) => void }) {
  const { typedEmail, email } = state;
  return (
    <section className="max-w-xl space-y-3">
      <h3 className="text-lg font-semibold">Tus boletos</h3>
      <TextField
        label="Correo para tus boletos"
        name="tickets-email"
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
