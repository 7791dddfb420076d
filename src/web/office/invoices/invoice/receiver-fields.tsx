import { useState } from "react";
import { CFDI_USES } from "../../../../domain/cfdi-uses.ts";
import { COUNTRIES } from "../../../../domain/countries.ts";
import { offeredRegimes, offeredUses, receiverHints, type Receiver } from "../../../../domain/invoice-receiver.ts";
import { Button } from "../../../ui/button.tsx";
import { FOREIGN_RFC, normalizeRfc } from "../../../../domain/rfc.ts";
import { SelectField, TextField } from "../../../ui/field.tsx";
import type { FormFields } from "../../guard.ts";
import type { ReceiverErrors } from "./refusal-reason.ts";

/** The fields of an invoice form: the receiver, and the email address to send it to. */
export interface ReceiverFormValues extends Receiver {
  email: string;
}

export const NO_RECEIVER: ReceiverFormValues = {
  rfc: "",
  name: "",
  postalCode: "",
  taxRegime: "",
  cfdiUse: "",
  email: "",
};

/** Reads the fields of `ReceiverFields`. */
export function readReceiver(form: FormFields): ReceiverFormValues {
  return {
    rfc: form.text("rfc", 20),
    name: form.text("name", 300),
    postalCode: form.text("postalCode", 10),
    taxRegime: form.text("taxRegime", 3),
    cfdiUse: form.text("cfdiUse", 4),
    country: form.text("country", 3),
    taxId: form.text("taxId", 60),
    email: form.text("email").toLowerCase(),
  };
}

const NO_ERRORS: ReceiverErrors = {};

/**
 * The receiver of an invoice. The regimes are limited to those valid for the RFC, and the uses to those valid for the
 * RFC and the regime. If no use is valid, all offered uses are shown. Without JavaScript the choices do not follow what
 * is typed: they remain those for the RFC and the regime that the page was loaded with.
 */
export function ReceiverFields({
  initialValues,
  errors = NO_ERRORS,
}: {
  initialValues: ReceiverFormValues;
  errors?: ReceiverErrors;
}) {
  const [rfc, setRfc] = useState(initialValues.rfc);
  const [name, setName] = useState(initialValues.name);
  const [regime, setRegime] = useState(initialValues.taxRegime);
  const regimes = offeredRegimes(rfc);
  const validUses = offeredUses(rfc, regime);
  const uses = validUses.length > 0 ? validUses : CFDI_USES.filter(({ isOffered }) => isOffered);
  const hints = receiverHints({ rfc, name });
  const hintOf = (field: string) => hints.find((hint) => hint.field === field)?.sentence;
  const suggestion = hints.find((hint) => hint.field === "name")?.suggestion;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        name="rfc"
        label="RFC"
        value={rfc}
        onChange={(event) => setRfc(event.target.value)}
        error={errors.rfc}
        hint={
          hintOf("rfc")
            ? "Su último dígito no es el usual: compáralo con su constancia."
            : `Si vive fuera de México: ${FOREIGN_RFC}.`
        }
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={20}
      />
      <div className="space-y-2">
        <TextField
          name="name"
          label="Nombre o razón social"
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={errors.name}
          hint={hintOf("name") ?? "Como está en su constancia, sin «SA DE CV»."}
          maxLength={300}
        />
        <div role="status">
          {suggestion && (
            <Button variant="secondary" className="text-left wrap-anywhere" onClick={() => setName(suggestion)}>
              Usar «{suggestion}»
            </Button>
          )}
        </div>
      </div>
      <TextField
        name="postalCode"
        label="Código postal fiscal"
        inputMode="numeric"
        defaultValue={initialValues.postalCode}
        error={errors.postalCode}
        maxLength={5}
      />
      <SelectField
        name="taxRegime"
        label="Régimen fiscal"
        value={regimes.some(({ code }) => code === regime) ? regime : ""}
        onChange={(event) => setRegime(event.target.value)}
        error={errors.taxRegime}
      >
        <option value="">Elige…</option>
        {regimes.map(({ code, name: label }) => (
          <option key={code} value={code}>
            {code} {label}
          </option>
        ))}
      </SelectField>
      {normalizeRfc(rfc) === FOREIGN_RFC && (
        <>
          <SelectField
            name="country"
            label="País donde vive"
            defaultValue={initialValues.country ?? ""}
            error={errors.country}
          >
            <option value="">Elige…</option>
            {COUNTRIES.map(({ code, name: label }) => (
              <option key={code} value={code}>
                {label}
              </option>
            ))}
          </SelectField>
          <TextField
            name="taxId"
            label="Su identificación fiscal de ese país"
            optional
            defaultValue={initialValues.taxId ?? ""}
            error={errors.taxId}
            hint="En Estados Unidos y Canadá son nueve dígitos."
            maxLength={40}
          />
        </>
      )}
      <SelectField name="cfdiUse" label="Uso de la factura" defaultValue={initialValues.cfdiUse} error={errors.cfdiUse}>
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
        defaultValue={initialValues.email}
        maxLength={254}
      />
    </div>
  );
}
