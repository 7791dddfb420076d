import { STATE_NAMES } from "../../domain/postal-code.ts";
import { NeighborhoodField } from "../ui/address/neighborhood-field.tsx";
import { PostalAreaStatus } from "../ui/address/postal-area-status.tsx";
import { useAddressAutofill } from "../ui/address/use-address-autofill.ts";
import { SelectField, TextField } from "../ui/field.tsx";
import type { FormState } from "../ui/use-form.ts";

export interface AddressDraft {
  street: string;
  neigh: string;
  postalCode: string;
  city: string;
  state: string;
}

/** The errors of an address by field; undefined for a valid field. */
export function validateAddress(address: AddressDraft): Record<keyof AddressDraft, string | undefined> {
  return {
    postalCode: /^\d{5}$/.test(address.postalCode.trim()) ? undefined : "El código postal tiene 5 dígitos",
    state: address.state ? undefined : "Elige el estado",
    city: address.city.trim() ? undefined : "Escribe la ciudad o alcaldía",
    neigh: address.neigh.trim() ? undefined : "Escribe la colonia",
    street: address.street.trim() ? undefined : "Escribe la calle y el número",
  };
}

/** The fields of an address, postal code first, because a complete code fills other fields (rule CHECKOUT-8). */
export function AddressFields({ form }: { form: FormState<AddressDraft> }) {
  const postalArea = useAddressAutofill(form);
  const neigh = form.field("neigh");
  const { state } = form.data;
  return (
    <>
      <div className="grid grid-cols-2 gap-5">
        <TextField
          {...form.field("postalCode")}
          label="Código postal"
          inputMode="numeric"
          autoComplete="shipping postal-code"
          maxLength={5}
          hint="Con él llenamos tu estado y tu ciudad."
        />
        <SelectField {...form.field("state")} label="Estado" autoComplete="shipping address-level1">
          <option value="">Elige…</option>
          {(state === "" || STATE_NAMES.includes(state) ? STATE_NAMES : [state, ...STATE_NAMES]).map((name) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
      </div>
      <PostalAreaStatus area={postalArea} />
      <div className="grid gap-5 md:grid-cols-2">
        <TextField
          {...form.field("city")}
          label="Ciudad, municipio o alcaldía"
          autoComplete="shipping address-level2"
          maxLength={120}
        />
        <NeighborhoodField
          name="neigh"
          value={form.data.neigh}
          error={neigh.error}
          onChange={(name) => form.change({ neigh: name })}
          neighborhoods={postalArea?.neighborhoods}
          autoComplete="shipping address-level3"
          maxLength={120}
        />
      </div>
      <div className="grid gap-5 md:grid-cols-2">
        <TextField
          {...form.field("street")}
          label="Calle y número"
          autoComplete="shipping street-address"
          maxLength={200}
          hint="Con número interior si tiene."
        />
        <TextField label="País" value="México" readOnly autoComplete="off" hint="Enviamos a todo México." />
      </div>
    </>
  );
}
