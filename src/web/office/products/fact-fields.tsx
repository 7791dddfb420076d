import { COUNTRIES } from "../../../domain/countries.ts";
import { AGE_GROUP_LABEL, AGE_GROUPS, GENDER_LABEL, GENDERS } from "../../../domain/wearer.ts";
import { SelectField, TextField } from "../../ui/field.tsx";
import { Section } from "../kit/section.tsx";
import { CareFields } from "./care-fields.tsx";
import { CompositionFields } from "./composition-fields.tsx";
import type { FieldErrors, ProductFields } from "./product-fields.ts";

interface FieldsProps {
  fields: ProductFields;
  errors: FieldErrors;
}

/** The facts of a garment that labels and sales channels require. All fields are optional. */
export function FactFields(props: FieldsProps) {
  return (
    <>
      <LabelFields {...props} />
      <WearerFields {...props} />
      <ChannelFields {...props} />
    </>
  );
}

function LabelFields({ fields, errors }: FieldsProps) {
  return (
    <Section title="Etiqueta y materiales">
      <CompositionFields key={JSON.stringify(fields.fibers)} fibers={fields.fibers} error={errors.composition} />
      <CareFields care={fields.care} error={errors.care} />
      <div className="grid gap-5 sm:grid-cols-2">
        <CountryField value={fields.origin} />
        <TextField
          name="responsible"
          label="Responsable"
          hint="Quién la fabrica o la importa, como dice la etiqueta."
          optional
          maxLength={200}
          defaultValue={fields.responsible}
        />
      </div>
    </Section>
  );
}

export function CountryField({ value, optional = true }: { value: string; optional?: boolean }) {
  return (
    <SelectField name="origin" label="Hecho en" optional={optional} defaultValue={value}>
      <option value="">Sin decir</option>
      <option value="MEX">México</option>
      {COUNTRIES.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

function WearerFields({ fields }: FieldsProps) {
  return (
    <Section title="Para quién es y cómo queda">
      <div className="grid gap-5 sm:grid-cols-2">
        <GenderField value={fields.gender} />
        <AgeField value={fields.age} />
        <TextField
          name="fitNote"
          label="Cómo queda"
          hint="P. ej. «Corte holgado: si dudas, elige la talla menor»."
          optional
          maxLength={200}
          defaultValue={fields.fitNote}
        />
        <TextField
          name="modelNote"
          label="Quien la modela"
          hint="P. ej. «Mide 1.75 m y usa M»."
          optional
          maxLength={200}
          defaultValue={fields.modelNote}
        />
      </div>
    </Section>
  );
}

export function GenderField({ value, optional = true }: { value: string; optional?: boolean }) {
  return (
    <SelectField name="gender" label="Género" optional={optional} defaultValue={value}>
      <option value="">Sin decir</option>
      {GENDERS.map((gender) => (
        <option key={gender} value={gender}>
          {GENDER_LABEL[gender]}
        </option>
      ))}
    </SelectField>
  );
}

export function AgeField({ value, optional = true }: { value: string; optional?: boolean }) {
  return (
    <SelectField name="age" label="Edad" optional={optional} defaultValue={value}>
      <option value="">Sin decir</option>
      {AGE_GROUPS.map((group) => (
        <option key={group} value={group}>
          {AGE_GROUP_LABEL[group]}
        </option>
      ))}
    </SelectField>
  );
}

function ChannelFields({ fields }: FieldsProps) {
  return (
    <Section title="Buscadores y canales de venta">
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          name="keywords"
          label="Palabras para buscarla"
          hint="Otras con que la buscan y que no están en sus textos, p. ej. «remera, polera»."
          optional
          maxLength={500}
          defaultValue={fields.keywords}
        />
        <TextField
          name="googleCategory"
          label="Categoría de Google"
          hint="Su número o su ruta en la taxonomía de Google, p. ej. 2271."
          optional
          maxLength={250}
          defaultValue={fields.googleCategory}
        />
      </div>
    </Section>
  );
}
