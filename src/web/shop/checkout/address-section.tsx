import type { Customer } from "../../../contract/customers.ts";
import { Button } from "../../ui/button.tsx";
import { RadioCard } from "../../ui/field.tsx";
import type { FormState } from "../../ui/use-form.ts";
import { AddressFields } from "../address-fields.tsx";
import { addressWithoutStreet } from "./choices.ts";
import type { DetailsData } from "./use-details-form.ts";

interface Props {
  form: FormState<DetailsData>;
  /** Saved addresses to choose from. If empty, only the form is shown. */
  addresses: Customer["addresses"];
  chosenId: string | null;
  onChoose: (addressId: string) => void;
  isTypingAddress: boolean;
  onTypingAddressChange: (isTyping: boolean) => void;
}

/** The delivery address: a saved one, of which the first is preselected, or a typed one. */
export function AddressSection({ form, addresses, chosenId, onChoose, isTypingAddress, onTypingAddressChange }: Props) {
  if (isTypingAddress) {
    return (
      <section className="space-y-5">
        <div className="flex flex-wrap items-baseline justify-between gap-x-6">
          <h3 className="text-lg font-semibold">Dirección de entrega</h3>
          {addresses.length > 0 && (
            <Button variant="quiet" onClick={() => onTypingAddressChange(false)}>
              Elegir una guardada
            </Button>
          )}
        </div>
        <AddressFields form={form} />
      </section>
    );
  }
  return (
    <fieldset className="space-y-3">
      <legend className="mb-3">
        <h3 className="text-lg font-semibold">Dirección de entrega</h3>
      </legend>
      {addresses.map((address) => (
        <RadioCard
          key={address._id}
          name="address"
          value={address._id}
          checked={chosenId === address._id}
          onChange={() => onChoose(address._id)}
          title={address.street}
        >
          {addressWithoutStreet(address)}
        </RadioCard>
      ))}
      <Button variant="quiet" className="-ml-2" onClick={() => onTypingAddressChange(true)}>
        Registrar dirección
      </Button>
    </fieldset>
  );
}
