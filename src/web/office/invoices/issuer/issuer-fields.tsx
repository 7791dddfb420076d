import { DEFAULT_INVOICE_DEADLINE_RULE } from "../../../../domain/invoice-deadline.ts";
import { UNIT_NAMES } from "../../../../domain/sat-keys.ts";
import type { SatProductKey } from "../../../../domain/sat-product-keys.ts";
import { TAX_REGIMES } from "../../../../domain/tax-regimes.ts";
import { SelectField, TextField } from "../../../ui/field.tsx";
import type { FormFields } from "../../guard.ts";
import { readSatKey, SatKeyField, SatKeyOptions } from "../sat-key-field.tsx";

/** An issuer as its form shows it. */
export interface IssuerFormValues {
  rfc: string;
  name: string;
  taxRegime: string;
  postalCode: string;
  timeZone: string;
  /** The general rate in per cent. */
  vat: string;
  /** The day from which a changed rate counts. */
  vatFrom: string;
  series: string;
  productKey: string;
  unitKey: string;
  deadline: string;
  deadlineDays: string;
  daysAfterShipping: string;
  globalCorrection: string;
  globalEvery: string;
  /** "yes" or "no". */
  globalAuto: string;
  undelivered: string;
}

export function readIssuer(form: FormFields): IssuerFormValues {
  return {
    rfc: form.text("rfc", 20),
    name: form.text("name", 400),
    taxRegime: form.text("taxRegime", 3),
    postalCode: form.text("postalCode", 5),
    timeZone: form.text("timeZone", 40),
    vat: form.text("vat", 2),
    vatFrom: form.text("vatFrom", 10),
    series: form.text("series", 20).toUpperCase(),
    productKey: readSatKey(form).productKey,
    unitKey: form.text("unitKey", 5),
    deadline: form.text("deadline", 10),
    deadlineDays: form.text("deadlineDays", 4),
    daysAfterShipping: form.text("daysAfterShipping", 4),
    globalCorrection: form.text("globalCorrection", 10),
    globalEvery: form.text("globalEvery", 10),
    globalAuto: form.text("globalAuto", 3),
    undelivered: form.text("undelivered", 10),
  };
}

/** Time zones of Mexico where invoices are issued, with their usual names. */
const TIME_ZONE_LABEL: Record<string, string> = {
  "America/Mexico_City": "Centro (Ciudad de México)",
  "America/Cancun": "Sureste (Quintana Roo)",
  "America/Mazatlan": "Pacífico (Sinaloa, Nayarit, Baja California Sur)",
  "America/Hermosillo": "Sonora",
  "America/Tijuana": "Noroeste (Baja California)",
  "America/Ciudad_Juarez": "Franja fronteriza de Chihuahua",
  "America/Matamoros": "Franja fronteriza de Tamaulipas, Nuevo León y Coahuila",
};

interface FieldsProps {
  initialValues?: IssuerFormValues;
  errorOf: (field: string) => string | undefined;
}

/** The fields of an issuer. `invalidField` is the field that `set-issuer.ts` refused, under its name there. */
export function IssuerFields({
  initialValues: formValues,
  confirmedKeys,
  invalidField,
  failure,
}: {
  initialValues?: IssuerFormValues;
  confirmedKeys: readonly SatProductKey[];
  invalidField?: string;
  failure?: string;
}) {
  const fieldsProps: FieldsProps = {
    initialValues: formValues,
    errorOf: (field: string) => (invalidField === field ? failure : undefined),
  };
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TaxpayerFields {...fieldsProps} />
      <TimeZoneAndVatFields {...fieldsProps} />
      <SeriesAndKeyFields {...fieldsProps} confirmedKeys={confirmedKeys} />
      <UndeliveredAndDeadlineFields {...fieldsProps} />
      <GlobalFields {...fieldsProps} />
    </div>
  );
}

function TaxpayerFields({ initialValues, errorOf }: FieldsProps) {
  return (
    <>
      <TextField
        name="rfc"
        label="RFC"
        defaultValue={initialValues?.rfc}
        error={errorOf("rfc")}
        maxLength={20}
        hint="Al cambiarlo se quita el sello: el suyo ya no sirve."
      />
      <TextField
        name="name"
        label="Nombre o razón social"
        defaultValue={initialValues?.name}
        error={errorOf("name")}
        hint="Como está en la constancia, sin «SA DE CV»."
        maxLength={300}
      />
      <SelectField
        name="taxRegime"
        label="Régimen fiscal"
        defaultValue={initialValues?.taxRegime}
        error={errorOf("regime")}
      >
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
        defaultValue={initialValues?.postalCode}
        error={errorOf("postal-code")}
      />
    </>
  );
}

function TimeZoneAndVatFields({ initialValues, errorOf }: FieldsProps) {
  const timeZone = initialValues?.timeZone ?? "America/Mexico_City";
  return (
    <>
      <SelectField name="timeZone" label="Hora de ese lugar" defaultValue={timeZone} error={errorOf("time-zone")}>
        {!(timeZone in TIME_ZONE_LABEL) && <option value={timeZone}>{timeZone}</option>}
        {Object.entries(TIME_ZONE_LABEL).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <SelectField
        name="vat"
        label="IVA general"
        defaultValue={initialValues?.vat ?? "16"}
        error={errorOf("vat")}
        hint="Lo de cada producto o categoría va en «IVA»."
      >
        <option value="16">16 %</option>
        <option value="8">8 % (franja fronteriza)</option>
      </SelectField>
      {initialValues && (
        <TextField
          name="vatFrom"
          label="Si cambias el IVA, desde qué día"
          type="date"
          optional
          defaultValue={initialValues.vatFrom}
          error={errorOf("vat-from")}
          hint="Cuenta el día del pedido. Vacío: desde hoy. Las facturas ya hechas no cambian."
        />
      )}
    </>
  );
}

function SeriesAndKeyFields({
  initialValues,
  errorOf,
  confirmedKeys,
}: FieldsProps & { confirmedKeys: readonly SatProductKey[] }) {
  return (
    <>
      <TextField
        name="series"
        label="Serie"
        optional
        defaultValue={initialValues?.series}
        error={errorOf("series")}
        maxLength={10}
      />
      <SatKeyField
        label="Clave de producto del SAT"
        defaultValue={initialValues?.productKey ?? ""}
        confirmedKeys={confirmedKeys}
        error={errorOf("product-key")}
        hint="De lo que no tenga la suya ni su categoría; vacía: 01010101."
      />
      <SatKeyOptions confirmedKeys={confirmedKeys} />
      <SelectField
        name="unitKey"
        label="Unidad del SAT"
        defaultValue={initialValues?.unitKey}
        error={errorOf("unit-key")}
      >
        <option value="">H87 Pieza, si no se dice otra</option>
        {Object.entries(UNIT_NAMES).map(([key, label]) => (
          <option key={key} value={key}>
            {key} {label}
          </option>
        ))}
      </SelectField>
    </>
  );
}

function UndeliveredAndDeadlineFields({ initialValues, errorOf }: FieldsProps) {
  return (
    <>
      <SelectField
        name="undelivered"
        label="Si piden factura de algo pagado que aún no se envía"
        defaultValue={initialValues?.undelivered ?? "atOnce"}
        error={errorOf("undelivered")}
        hint="Por ejemplo, una preventa. Pregúntale a tu contador."
      >
        <option value="atOnce">Facturar toda la venta</option>
        <option value="deposit">Facturar el anticipo, y al enviarlo la venta</option>
      </SelectField>
      <SelectField
        name="deadline"
        label="Hasta cuándo factura el cliente"
        defaultValue={initialValues?.deadline ?? DEFAULT_INVOICE_DEADLINE_RULE.kind}
        error={errorOf("deadline")}
      >
        <option value="month">El mes del pago y unos días</option>
        <option value="year">El año del pago</option>
        <option value="days">Unos días desde el pago</option>
      </SelectField>
      <TextField
        name="deadlineDays"
        label="Cuántos días"
        type="number"
        min={0}
        max={366}
        defaultValue={initialValues?.deadlineDays ?? String(DEFAULT_INVOICE_DEADLINE_RULE.days)}
        error={errorOf("days")}
        hint="Con «el año» no cuentan. El SAT da 24 horas para la global: un día."
      />
      <TextField
        name="daysAfterShipping"
        label="Y a lo menos, días desde el envío"
        type="number"
        min={0}
        max={366}
        defaultValue={initialValues?.daysAfterShipping ?? String(DEFAULT_INVOICE_DEADLINE_RULE.daysAfterShipping)}
        error={errorOf("days-after-shipping")}
        hint="Una preventa se paga un mes y se envía otro."
      />
    </>
  );
}

function GlobalFields({ initialValues, errorOf }: FieldsProps) {
  return (
    <>
      <SelectField
        name="globalCorrection"
        label="Una factura global se corrige"
        defaultValue={initialValues?.globalCorrection ?? "creditNote"}
        error={errorOf("global-correction")}
        hint="Lo elige tu contador. También cuando alguien de la global pide su factura."
      >
        <option value="creditNote">Con nota de crédito</option>
        <option value="reissue">Cancelándola y haciéndola otra vez</option>
      </SelectField>
      <SelectField
        name="globalEvery"
        label="Preparar la global"
        defaultValue={initialValues?.globalEvery ?? "off"}
        error={errorOf("global-every")}
      >
        <option value="off">Nunca, la hago yo</option>
        <option value="day">Cada día</option>
        <option value="week">Cada semana</option>
        <option value="fortnight">Cada quincena</option>
        <option value="month">Cada mes</option>
      </SelectField>
      <SelectField name="globalAuto" label="Y cuando esté preparada" defaultValue={initialValues?.globalAuto ?? "no"}>
        <option value="no">Avisarme, y la mando yo</option>
        <option value="yes">Mandarla sola</option>
      </SelectField>
    </>
  );
}
