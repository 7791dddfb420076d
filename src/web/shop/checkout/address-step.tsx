import { useState } from "react";
import { call } from "../../client.ts";
import type { Customer } from "../../../contract/customers.ts";
import { useSession } from "../../state/session.tsx";
import { Button } from "../../ui/button.tsx";
import { RadioCard } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { useForm } from "../../ui/use-form.ts";
import { addressErrors, AddressFields } from "../address-fields.tsx";
import type { CheckoutDraft } from "./draft.ts";
import { useEndedCheckout } from "./use-ended-checkout.ts";

interface Props {
  draft: CheckoutDraft;
  change: (part: Partial<CheckoutDraft>) => void;
  customer: Customer;
  onBack: () => void;
  onDone: () => void;
}

/** Step 2: the delivery address. Saved addresses to choose from, the first preselected; without any, the form. */
export function AddressStep({ draft, change, customer, onBack, onDone }: Props) {
  const [adding, setAdding] = useState(customer.addresses.length === 0);
  const chosen = draft.addressId ?? customer.addresses[0]?._id ?? null;
  if (adding) {
    return (
      <AddressForm
        draft={draft}
        change={change}
        onBack={() => (customer.addresses.length > 0 ? setAdding(false) : onBack())}
        onSaved={(updated) => {
          change({ customer: updated, addressId: updated.addresses.at(-1)?._id ?? null });
          setAdding(false);
          onDone();
        }}
        customer={customer}
      />
    );
  }
  return (
    <form
      className="max-w-xl space-y-5"
      onSubmit={(event) => {
        event.preventDefault();
        change({ addressId: chosen });
        onDone();
      }}
    >
      <fieldset className="space-y-3">
        <legend className="mb-3">
          <h2 tabIndex={-1} className="text-lg font-bold">
            Dirección de entrega
          </h2>
        </legend>
        {customer.addresses.map((address) => (
          <RadioCard
            key={address._id}
            name="address"
            value={address._id}
            checked={chosen === address._id}
            onChange={() => change({ addressId: address._id })}
            title={address.street}
          >
            {address.neigh}, {address.postalCode}, {address.city}, {address.state}, {address.country}
          </RadioCard>
        ))}
      </fieldset>
      <div className="flex flex-wrap gap-3">
        <Button type="submit">Continuar</Button>
        <Button variant="secondary" onClick={() => setAdding(true)}>
          Registrar dirección
        </Button>
        <Button variant="quiet" onClick={onBack}>
          Atrás
        </Button>
      </div>
    </form>
  );
}

function AddressForm({
  draft,
  change,
  customer,
  onBack,
  onSaved,
}: Omit<Props, "onDone"> & { onSaved: (customer: Customer) => void }) {
  const { session } = useSession();
  const hasEnded = useEndedCheckout();
  const { address } = draft;
  const form = useForm(address, (next) => change({ address: next }));
  const submit = async (): Promise<void> => {
    if (form.show(addressErrors(address)) || !session) return;
    const outcome = await form.send(
      call("addAddress", { params: { id: customer._id }, body: address, token: session.token }),
    );
    if (outcome.ok) onSaved(outcome.data);
    else if (!hasEnded(outcome.problem)) form.showProblem(outcome.problem);
  };
  return (
    <div className="max-w-xl space-y-5">
      <h2 tabIndex={-1} className="text-lg font-bold">
        Dirección de entrega
      </h2>
      <Form form={form} onSubmit={submit}>
        <AddressFields form={form} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={form.busy}>
            Guardar y continuar
          </Button>
          <Button variant="quiet" onClick={onBack}>
            Atrás
          </Button>
        </div>
      </Form>
    </div>
  );
}
