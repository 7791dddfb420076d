import { STATE_NAMES } from "../../../domain/postal-code.ts";
import { SelectField, TextField } from "../../ui/field.tsx";
import type { FormState } from "../../ui/use-form.ts";
import type { ReceiverDraft } from "./draft.ts";

/** What some are used to giving and no CFDI 4.0 has a place for: out of the way, all of it optional. */
export function ExtraFields({ form }: { form: FormState<ReceiverDraft> }) {
  return (
    <details className="rounded-box border border-line">
      <summary className="flex min-h-11 cursor-pointer items-center px-4 text-sm font-semibold">
        Datos que el CFDI no necesita
      </summary>
      <div className="space-y-5 border-t border-line p-4">
        <p className="text-sm text-soft">Tu factura no los lleva. Escríbelos solo si quieres que los tengamos.</p>
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
        <TextField
          {...form.field("neigh")}
          label="Colonia"
          autoComplete="billing address-level3"
          maxLength={200}
          optional
        />
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
