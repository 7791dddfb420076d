import { useState } from "react";
import { STATE_NAMES } from "../../../domain/postal-code.ts";
import { NeighborhoodField } from "../../ui/address/neighborhood-field.tsx";
import { PostalAreaStatus } from "../../ui/address/postal-area-status.tsx";
import { useFilledAddress } from "../../ui/address/use-filled-address.ts";
import { SelectField, TextField } from "../../ui/field.tsx";

const NAMES = ["postalCode", "state", "city", "neigh", "street"] as const;
type AddressName = (typeof NAMES)[number];
type Address = Record<AddressName, string>;

/** The fields of a parcel's address. The postal code fills others, as in the shop's own form (rule CHECKOUT-8). */
export function AddressFields({
  initial,
  errors,
}: {
  initial: Address;
  errors: Partial<Record<string, string>> | undefined;
}) {
  const [data, setData] = useState<Address>(initial);
  const change = (changes: Partial<Address>): void => setData((current) => ({ ...current, ...changes }));
  const postalArea = useFilledAddress({ data, change });
  const field = (name: AddressName) => ({
    name,
    value: data[name],
    error: errors?.[name],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
    maxLength: 200,
    required: false,
    autoComplete: "off",
  });
  const { maxLength: _max, required: _required, ...state } = field("state");
  return (
    <>
      <TextField {...field("postalCode")} label="Código postal" inputMode="numeric" />
      <SelectField {...state} label="Estado">
        <option value="">Elige…</option>
        {(data.state === "" || STATE_NAMES.includes(data.state) ? STATE_NAMES : [data.state, ...STATE_NAMES]).map(
          (name) => (
            <option key={name}>{name}</option>
          ),
        )}
      </SelectField>
      <PostalAreaStatus area={postalArea} />
      <TextField {...field("city")} label="Ciudad o alcaldía" />
      <NeighborhoodField
        name="neigh"
        value={data.neigh}
        error={errors?.neigh}
        onChange={(neigh) => change({ neigh })}
        neighborhoods={postalArea?.neighborhoods}
        autoComplete="off"
        maxLength={200}
      />
      <TextField {...field("street")} label="Calle y número" />
    </>
  );
}
