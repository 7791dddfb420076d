import { isDay, readMexicoTime } from "../../../../domain/mexico-time.ts";
import { refuse, type Refusal } from "../../../../domain/refusal.ts";
import { TextField } from "../../../ui/field.tsx";
import type { FormFields } from "../../guard.ts";

/** A presale's fields as text, as the form shows and sends them. */
export interface PresaleInput {
  name: string;
  startsAt: string;
  endsAt: string;
  deliversOn: string;
}

export function readPresaleInput(form: FormFields): PresaleInput {
  const [name, startsAt, endsAt] = [form.text("name", 80), form.text("startsAt", 20), form.text("endsAt", 20)];
  return { name, startsAt, endsAt, deliversOn: form.text("deliversOn", 10) };
}

export function parsePresale({ name, startsAt, endsAt, deliversOn }: PresaleInput) {
  const [startInstant, endInstant] = [readMexicoTime(startsAt), readMexicoTime(endsAt)];
  const isInvalid = startInstant === null || endInstant === null || (deliversOn !== "" && !isDay(deliversOn));
  if (isInvalid) return refuse("presale_date_wrong") satisfies Refusal;
  return { name, startsAt: startInstant, endsAt: endInstant, deliversOn: deliversOn || null };
}

export function PresaleFields({ initialValues: values }: { initialValues?: PresaleInput | undefined }) {
  return (
    <div className="grid gap-5 md:grid-cols-2">
      <TextField name="name" label="Nombre" hint="Así la ven los clientes" maxLength={80} defaultValue={values?.name} />
      <TextField
        name="deliversOn"
        type="date"
        label="Se entrega desde"
        hint="Los pedidos que ya están conservan su fecha"
        optional
        defaultValue={values?.deliversOn}
      />
      <TextField
        name="startsAt"
        type="datetime-local"
        label="Abre"
        hint="Hora del centro de México"
        defaultValue={values?.startsAt}
      />
      <TextField
        name="endsAt"
        type="datetime-local"
        label="Cierra"
        hint="Desde entonces ningún código compra"
        defaultValue={values?.endsAt}
      />
    </div>
  );
}
