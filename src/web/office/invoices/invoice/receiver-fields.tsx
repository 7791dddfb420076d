import { useState } from "react";
import { CFDI_USES } from "../../../../domain/cfdi-uses.ts";
import { offeredRegimes, offeredUses, receiverHints, type Receiver } from "../../../../domain/invoice-receiver.ts";
import { SelectField, TextField } from "../../../ui/field.tsx";
import type { Sent } from "../../guard.ts";
import type { Faults } from "./refused-reason.ts";

/** What an invoice form carries beside the receiver: where to send it. */
export interface TypedReceiver extends Receiver {
  email: string;
}

export const NO_RECEIVER: TypedReceiver = { rfc: "", name: "", postalCode: "", taxRegime: "", cfdiUse: "", email: "" };

/** What `ReceiverFields` sent. */
export function readReceiver(form: Sent): TypedReceiver {
  return {
    rfc: form.text("rfc", 20),
    name: form.text("name", 300),
    postalCode: form.text("postalCode", 10),
    taxRegime: form.text("taxRegime", 3),
    cfdiUse: form.text("cfdiUse", 4),
    email: form.text("email").toLowerCase(),
  };
}

const NO_FAULTS: Faults = {};

/** Who an invoice is for. Regimes and uses are narrowed to what goes with the RFC; without our code all are there. */
export function ReceiverFields({ typed, faults = NO_FAULTS }: { typed: TypedReceiver; faults?: Faults }) {
  const [rfc, setRfc] = useState(typed.rfc);
  const [name, setName] = useState(typed.name);
  const [regime, setRegime] = useState(typed.taxRegime);
  const regimes = offeredRegimes(rfc);
  const fits = offeredUses(rfc, regime);
  const uses = fits.length > 0 ? fits : CFDI_USES.filter(({ isOffered }) => isOffered);
  const hints = receiverHints({ rfc, name });
  const hintOf = (field: string) => hints.find((hint) => hint.field === field)?.sentence;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        name="rfc"
        label="RFC"
        value={rfc}
        onChange={(event) => setRfc(event.target.value)}
        error={faults.rfc}
        hint={hintOf("rfc") && "Su último dígito no es el usual: compáralo con su constancia."}
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={20}
      />
      <TextField
        name="name"
        label="Nombre o razón social"
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={faults.name}
        hint={hintOf("name") ?? "Como está en su constancia, sin «SA DE CV»."}
        maxLength={300}
      />
      <TextField
        name="postalCode"
        label="Código postal fiscal"
        inputMode="numeric"
        defaultValue={typed.postalCode}
        error={faults.postalCode}
        maxLength={5}
      />
      <SelectField
        name="taxRegime"
        label="Régimen fiscal"
        value={regimes.some(({ code }) => code === regime) ? regime : ""}
        onChange={(event) => setRegime(event.target.value)}
        error={faults.taxRegime}
      >
        <option value="">Elige…</option>
        {regimes.map(({ code, name: label }) => (
          <option key={code} value={code}>
            {code} {label}
          </option>
        ))}
      </SelectField>
      <SelectField name="cfdiUse" label="Uso de la factura" defaultValue={typed.cfdiUse} error={faults.cfdiUse}>
        <option value="">Elige…</option>
        {uses.map(({ code, name: label }) => (
          <option key={code} value={code}>
            {code} {label}
          </option>
        ))}
      </SelectField>
      <TextField
        name="email"
        type="email"
        label="Correo para mandarla"
        optional
        defaultValue={typed.email}
        maxLength={254}
      />
    </div>
  );
}
