import { UNIT_NAMES } from "../../../../domain/sat-keys.ts";
import { TAX_REGIMES } from "../../../../domain/tax-regimes.ts";
import { SelectField, TextField } from "../../../ui/field.tsx";
import type { FormFields } from "../../guard.ts";

/** An issuer as its form shows it. */
export interface TypedIssuer {
  rfc: string;
  name: string;
  taxRegime: string;
  postalCode: string;
  timeZone: string;
  /** In per cent. */
  vat: string;
  series: string;
  productKey: string;
  unitKey: string;
  deadline: string;
  deadlineDays: string;
}

export function readIssuer(form: FormFields): TypedIssuer {
  return {
    rfc: form.text("rfc", 20),
    name: form.text("name", 400),
    taxRegime: form.text("taxRegime", 3),
    postalCode: form.text("postalCode", 5),
    timeZone: form.text("timeZone", 40),
    vat: form.text("vat", 2),
    series: form.text("series", 20).toUpperCase(),
    productKey: form.text("productKey", 10),
    unitKey: form.text("unitKey", 5),
    deadline: form.text("deadline", 10),
    deadlineDays: form.text("deadlineDays", 4),
  };
}

/** Time zones of Mexico where invoices are issued, with their usual names. */
const ZONES: Record<string, string> = {
  "America/Mexico_City": "Centro (Ciudad de México)",
  "America/Cancun": "Sureste (Quintana Roo)",
  "America/Mazatlan": "Pacífico (Sinaloa, Nayarit, Baja California Sur)",
  "America/Hermosillo": "Sonora",
  "America/Tijuana": "Noroeste (Baja California)",
  "America/Ciudad_Juarez": "Franja fronteriza de Chihuahua",
  "America/Matamoros": "Franja fronteriza de Tamaulipas, Nuevo León y Coahuila",
};

/** `invalidField` is the field that `set-issuer.ts` refused, by its name there. */
export function IssuerFields({
  typed,
  invalidField,
  sentence,
}: {
  typed?: TypedIssuer;
  invalidField?: string;
  sentence?: string;
}) {
  const errorOf = (field: string) => (invalidField === field ? sentence : undefined);
  const timeZone = typed?.timeZone ?? "America/Mexico_City";
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        name="rfc"
        label="RFC"
        defaultValue={typed?.rfc}
        error={errorOf("rfc")}
        maxLength={20}
        hint="Al cambiarlo se quita el sello: el suyo ya no sirve."
      />
      <TextField
        name="name"
        label="Nombre o razón social"
        defaultValue={typed?.name}
        error={errorOf("name")}
        hint="Como está en la constancia, sin «SA DE CV»."
        maxLength={300}
      />
      <SelectField name="taxRegime" label="Régimen fiscal" defaultValue={typed?.taxRegime} error={errorOf("regime")}>
        {TAX_REGIMES.map(({ code, name }) => (
          <option key={code} value={code}>
            {code} {name}
          </option>
        ))}
      </SelectField>
      <TextField
        name="postalCode"
        label="Código postal donde se expiden"
        inputMode="numeric"
        maxLength={5}
        defaultValue={typed?.postalCode}
        error={errorOf("postal-code")}
      />
      <SelectField name="timeZone" label="Hora de ese lugar" defaultValue={timeZone} error={errorOf("time-zone")}>
        {!(timeZone in ZONES) && <option value={timeZone}>{timeZone}</option>}
        {Object.entries(ZONES).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <SelectField
        name="vat"
        label="IVA"
        defaultValue={typed?.vat ?? "16"}
        error={errorOf("vat")}
        hint="Cuenta desde la siguiente factura."
      >
        <option value="16">16 %</option>
        <option value="8">8 % (franja fronteriza)</option>
      </SelectField>
      <TextField
        name="series"
        label="Serie"
        optional
        defaultValue={typed?.series}
        error={errorOf("series")}
        maxLength={10}
      />
      <TextField
        name="productKey"
        label="Clave de producto del SAT"
        optional
        inputMode="numeric"
        maxLength={8}
        defaultValue={typed?.productKey}
        error={errorOf("product-key")}
        hint="De lo que no tenga la suya ni su categoría; vacía: 01010101."
      />
      <SelectField name="unitKey" label="Unidad del SAT" defaultValue={typed?.unitKey} error={errorOf("unit-key")}>
        <option value="">H87 Pieza, si no se dice otra</option>
        {Object.entries(UNIT_NAMES).map(([key, label]) => (
          <option key={key} value={key}>
            {key} {label}
          </option>
        ))}
      </SelectField>
      <SelectField
        name="deadline"
        label="Hasta cuándo factura el cliente"
        defaultValue={typed?.deadline ?? "year"}
        error={errorOf("deadline")}
      >
        <option value="year">El año de la compra</option>
        <option value="month">El mes de la compra y unos días</option>
        <option value="days">Unos días desde la compra</option>
      </SelectField>
      <TextField
        name="deadlineDays"
        label="Cuántos días"
        type="number"
        min={0}
        max={366}
        defaultValue={typed?.deadlineDays ?? "0"}
        error={errorOf("days")}
        hint="Con «el año» no cuentan."
      />
    </div>
  );
}
