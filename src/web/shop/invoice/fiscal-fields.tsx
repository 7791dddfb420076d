import { useState } from "react";
import { COUNTRIES } from "../../../domain/countries.ts";
import { normalizeReceiverName, offeredRegimes, offeredUses, receiverHints } from "../../../domain/invoice-receiver.ts";
import { FOREIGN_RFC, isGenericRfc, isRfc, normalizeRfc, personKind } from "../../../domain/rfc.ts";
import { Button } from "../../ui/button.tsx";
import { CheckField, SelectField, TextField } from "../../ui/field.tsx";
import type { FormState } from "../../ui/use-form.ts";
import type { ReceiverDraft } from "./draft.ts";

/** The fields whose values depend on whether the customer lives in Mexico. */
type ResidenceFacts = Pick<ReceiverDraft, "rfc" | "postalCode" | "fiscalReg" | "usoCFDI" | "country" | "taxId">;

/**
 * The fields of a CFDI's receiver: the five fiscal data, and the residence of customers who live abroad. Only regimes
 * and uses that are valid with the typed data are offered.
 */
export function FiscalFields({ form, shopPostalCode }: { form: FormState<ReceiverDraft>; shopPostalCode: string }) {
  const { rfc: typedRfc, name, fiscalReg, postalCode } = form.data;
  const rfc = normalizeRfc(typedRfc);
  const isGeneric = isGenericRfc(rfc);
  const hints = receiverHints({ rfc, name });
  const hintFor = (field: "rfc" | "name") => hints.find((hint) => hint.field === field);
  const uses = offeredUses(rfc, fiscalReg);
  // What was typed for each residence before the box was pressed, so that a second press restores it.
  const [typedFacts, setTypedFacts] = useState<{ mexico?: ResidenceFacts; abroad?: ResidenceFacts }>({});
  const changeResidence = (livesAbroad: boolean): void => {
    const { country, taxId, usoCFDI } = form.data;
    const facts = { rfc: typedRfc, postalCode, fiscalReg, usoCFDI, country, taxId };
    setTypedFacts({ ...typedFacts, [livesAbroad ? "mexico" : "abroad"]: facts });
    form.change(
      livesAbroad ? (typedFacts.abroad ?? { rfc: FOREIGN_RFC }) : (typedFacts.mexico ?? { rfc: "", postalCode: "" }),
    );
  };
  return (
    <>
      <CheckField
        name="livesAbroad"
        label="Vivo fuera de México y no tengo RFC"
        checked={rfc === FOREIGN_RFC}
        onChange={(event) => changeResidence(event.target.checked)}
      />
      <TextField
        {...form.field("rfc")}
        readOnly={rfc === FOREIGN_RFC}
        label="RFC"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={20}
        className="uppercase"
        hint={
          rfc === FOREIGN_RFC
            ? "El que el SAT pide para quienes viven fuera de México."
            : (hintFor("rfc")?.sentence ?? "12 o 13 letras y números, como en tu constancia.")
        }
        onBlur={() => rfc !== typedRfc && form.change({ rfc })}
      />
      {rfc === FOREIGN_RFC && <ResidenceFields form={form} />}
      <NameField form={form} suggestion={hintFor("name")?.suggestion} />
      <TextField
        {...form.field("postalCode")}
        label="Código postal de tu domicilio fiscal"
        inputMode="numeric"
        autoComplete="off"
        maxLength={5}
        readOnly={isGeneric && postalCode === shopPostalCode}
        hint={
          isGeneric
            ? "Con un RFC genérico va el de la tienda."
            : "El de tu constancia, aunque te enviemos a otro lugar."
        }
      />
      <SelectField {...form.field("fiscalReg")} label="Régimen fiscal" hint={regimeHint(rfc)}>
        <option value="">Elige…</option>
        {offeredRegimes(rfc).map(({ code, name }) => (
          <option key={code} value={code}>
            {code} {name}
          </option>
        ))}
      </SelectField>
      <SelectField
        {...form.field("usoCFDI")}
        label="Uso de la factura"
        hint={fiscalReg === "" ? "Primero elige tu régimen." : "Los que van con tu régimen."}
      >
        <option value="">Elige…</option>
        {uses.map(({ code, name }) => (
          <option key={code} value={code}>
            {code} {name}
          </option>
        ))}
      </SelectField>
    </>
  );
}

function NameField({ form, suggestion }: { form: FormState<ReceiverDraft>; suggestion: string | null | undefined }) {
  const { name } = form.data;
  return (
    <div className="space-y-2">
      <TextField
        {...form.field("name")}
        label="Nombre o razón social"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={400}
        className="uppercase"
        hint="Tal cual en tu constancia. Las empresas, sin «SA DE CV» ni otro tipo de sociedad."
        onBlur={() => name !== normalizeReceiverName(name) && form.change({ name: normalizeReceiverName(name) })}
      />
      <div role="status">
        {suggestion && (
          <p className="rounded-box bg-warning-soft px-4 py-3 text-sm">
            El SAT tiene el nombre de las empresas sin su tipo de sociedad.
            <Button
              variant="secondary"
              className="mt-2 block w-full text-left break-words"
              onClick={() => form.change({ name: suggestion })}
            >
              Usar «{suggestion}»
            </Button>
          </p>
        )}
      </div>
    </div>
  );
}

/** The country and tax id of a customer without a Mexican RFC. */
function ResidenceFields({ form }: { form: FormState<ReceiverDraft> }) {
  return (
    <>
      <SelectField {...form.field("country")} label="País donde vives" autoComplete="off">
        <option value="">Elige…</option>
        {COUNTRIES.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextField
        {...form.field("taxId")}
        label="Tu identificación fiscal de ese país"
        optional
        autoComplete="off"
        spellCheck={false}
        maxLength={40}
        hint="Si la necesitas en la factura. En Estados Unidos y Canadá son nueve dígitos."
      />
    </>
  );
}

function regimeHint(rfc: string): string {
  if (isGenericRfc(rfc)) return "El único que va con un RFC genérico.";
  if (!isRfc(rfc)) return "El que dice tu constancia.";
  return personKind(rfc) === "person"
    ? "Los de personas físicas, por tu RFC. Elige el de tu constancia."
    : "Los de empresas, por tu RFC. Elige el de tu constancia.";
}
