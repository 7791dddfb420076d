import { useState } from "react";
import { STATE_NAMES } from "../../../domain/postal-code.ts";
import { NeighborhoodField } from "../../ui/address/neighborhood-field.tsx";
import { PostalAreaStatus } from "../../ui/address/postal-area-status.tsx";
import { useAddressAutofill } from "../../ui/address/use-address-autofill.ts";
import { SelectField, TextField } from "../../ui/field.tsx";

const FIELD_NAMES = ["postalCode", "state", "city", "neigh", "street"] as const;
type AddressFieldName = (typeof FIELD_NAMES)[number];
type Address = Record<AddressFieldName, string>;

/** The fields of a parcel's address. A postal code fills in other fields, as in the shop's form (rule CHECKOUT-8). */
export function AddressFormFields({
  initialAddress,
  errors,
}: {
  initialAddress: Address;
  errors: Partial<Record<string, string>> | undefined;
}) {
  const [address, setAddress] = useState<Address>(initialAddress);
  const change = (changes: Partial<Address>): void => setAddress((current) => ({ ...current, ...changes }));
  const postalArea = useAddressAutofill({ data: address, change });
  const fieldProps = (name: AddressFieldName) => ({
    name,
    value: address[name],
    error: errors?.[name],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
    maxLength: 200,
    required: false,
    autoComplete: "off",
  });
  const { maxLength: _max, required: _required, ...stateFieldProps } = fieldProps("state");
  return (
    <>
      <TextField {...fieldProps("postalCode")} label="Código postal" inputMode="numeric" />
      <SelectField {...stateFieldProps} label="Estado">
        <option value="">Elige…</option>
        {(address.state === "" || STATE_NAMES.includes(address.state)
          ? STATE_NAMES
          : [address.state, ...STATE_NAMES]
        ).map((name) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
      <PostalAreaStatus area={postalArea} />
      <TextField {...fieldProps("city")} label="Ciudad o alcaldía" />
      <NeighborhoodField
        name="neigh"
        value={address.neigh}
        error={errors?.neigh}
        onChange={(neigh) => change({ neigh })}
        neighborhoods={postalArea?.neighborhoods}
        autoComplete="off"
        maxLength={200}
      />
      <TextField {...fieldProps("street")} label="Calle y número" />
    </>
  );
}
