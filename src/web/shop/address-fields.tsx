import { STATE_NAMES, stateOfPostalCode } from "../../domain/postal-code.ts";
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
export function addressErrors(address: AddressDraft): Record<keyof AddressDraft, string | undefined> {
  return {
    postalCode: /^\d{5}$/.test(address.postalCode.trim()) ? undefined : "El código postal tiene 5 dígitos",
    state: address.state ? undefined : "Elige el estado",
    city: address.city.trim() ? undefined : "Escribe la ciudad o alcaldía",
    neigh: address.neigh.trim() ? undefined : "Escribe la colonia",
    street: address.street.trim() ? undefined : "Escribe la calle y el número",
  };
}

/** The fields of an address, postal code first. A known postal code fills the state (rule CHECKOUT-8). */
export function AddressFields({ form }: { form: FormState<AddressDraft> }) {
  const typePostalCode = (postalCode: string): void => {
    const state = stateOfPostalCode(postalCode);
    form.change({ postalCode, ...(state && { state }) });
  };
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          {...form.field("postalCode")}
          onChange={(event) => typePostalCode(event.target.value)}
          label="Código postal"
          inputMode="numeric"
          autoComplete="shipping postal-code"
          maxLength={5}
          hint="Con él llenamos tu estado."
        />
        <SelectField {...form.field("state")} label="Estado" autoComplete="shipping address-level1">
          <option value="">Elige…</option>
          {STATE_NAMES.map((state) => (
            <option key={state}>{state}</option>
          ))}
        </SelectField>
      </div>
      <TextField
        {...form.field("city")}
        label="Ciudad, municipio o alcaldía"
        autoComplete="shipping address-level2"
        maxLength={120}
      />
      <TextField {...form.field("neigh")} label="Colonia" autoComplete="shipping address-level3" maxLength={120} />
      <TextField
        {...form.field("street")}
        label="Calle y número"
        autoComplete="shipping street-address"
        maxLength={200}
        hint="Con número interior si tiene."
      />
      <TextField label="País" value="México" readOnly autoComplete="off" hint="Enviamos a todo México." />
    </>
  );
}
