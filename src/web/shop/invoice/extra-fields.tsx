import { useState } from "react";
import { STATE_NAMES } from "../../../domain/postal-code.ts";
import { NeighborhoodField } from "../../ui/address/neighborhood-field.tsx";
import { PostalAreaStatus } from "../../ui/address/postal-area-status.tsx";
import { useAddressAutofill } from "../../ui/address/use-address-autofill.ts";
import { SelectField, TextField } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import type { FormState } from "../../ui/use-form.ts";
import type { ReceiverDraft } from "./draft.ts";

const FIELD_NAMES = ["street", "numExt", "numInt", "neigh", "city", "state"] as const;

/**
 * Optional data for which CFDI 4.0 has no field, but which some customers are used to entering. Initially collapsed.
 */
export function ExtraFields({ form }: { form: FormState<ReceiverDraft> }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      // An error inside must be visible.
      open={FIELD_NAMES.some((name) => form.errors[name]) || undefined}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="rounded-box border border-line [&[open]>summary>svg]:rotate-90"
    >
      <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-4 px-4 text-sm font-semibold">
        Datos que el CFDI no necesita
        <Icon name="chevron" className="size-4 transition-transform" />
      </summary>
      <div className="space-y-5 border-t border-line p-4">
        <p className="text-sm text-soft">Tu factura no los lleva: puedes dejarlos vacíos.</p>
        <TextField
          {...form.field("street")}
          label="Calle"
          autoComplete="billing address-line1"
          maxLength={200}
          optional
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField {...form.field("numExt")} label="Número exterior" autoComplete="off" maxLength={50} optional />
          <TextField {...form.field("numInt")} label="Número interior" autoComplete="off" maxLength={50} optional />
        </div>
        {isOpen ? (
          <AutofilledNeighborhoodField form={form} />
        ) : (
          <TextField {...form.field("neigh")} label="Colonia" maxLength={200} optional />
        )}
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            {...form.field("city")}
            label="Ciudad, municipio o alcaldía"
            autoComplete="billing address-level2"
            maxLength={200}
            optional
          />
          <SelectField {...form.field("state")} label="Estado" autoComplete="billing address-level1" optional>
            <option value="">Elige…</option>
            {STATE_NAMES.map((state) => (
              <option key={state}>{state}</option>
            ))}
          </SelectField>
        </div>
      </div>
    </details>
  );
}

/**
 * The field of the neighbourhood. It is rendered once the fields are open, and then looks up the fiscal postal code,
 * which fills the neighbourhood, the city and the state.
 */
function AutofilledNeighborhoodField({ form }: { form: FormState<ReceiverDraft> }) {
  const postalArea = useAddressAutofill(form);
  return (
    <>
      <PostalAreaStatus area={postalArea} />
      <NeighborhoodField
        name="neigh"
        value={form.data.neigh}
        error={form.errors.neigh}
        onChange={(neigh) => form.change({ neigh })}
        neighborhoods={postalArea?.neighborhoods}
        autoComplete="billing address-level3"
        maxLength={200}
        optional
      />
    </>
  );
}
