import { WEEKDAY_LABEL, type Weekday } from "../../../domain/mexico-time.ts";
import { CheckField, SelectField, TextField } from "../../ui/field.tsx";
import { TextAreaField } from "../kit/text-area-field.tsx";
import { Section } from "../kit/section.tsx";
import type { FormPartProps } from "./form-part.ts";

/** Monday first. */
const DAYS: readonly Weekday[] = [1, 2, 3, 4, 5, 6, 0];

/** When and where the promotion applies. */
export function PeriodAndShopFields({
  input,
  errorOf,
  shops,
  canChooseAllShops,
  isNew,
}: FormPartProps & { shops: readonly { id: string; name: string }[]; canChooseAllShops: boolean; isNew: boolean }) {
  return (
    <Section title="Cuándo y dónde">
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          name="startsAt"
          type="datetime-local"
          label="Empieza"
          hint={`Hora del centro de México. Vacío: ${isNew ? "en cuanto" : "si aún no empieza, en cuanto"} la guardes.`}
          optional
          defaultValue={input.startsAt}
          error={errorOf("startsAt")}
        />
        <TextField
          name="endsAt"
          type="datetime-local"
          label="Termina"
          hint="Vacío: hasta que la termines. Sin fin ni límite de usos, la ley la cuenta como ilimitada."
          optional
          defaultValue={input.endsAt}
          error={errorOf("endsAt")}
        />
      </div>
      <fieldset>
        <legend className="pb-1.5 text-sm font-semibold">
          Qué días <span className="font-normal text-soft">(ninguno: todos)</span>
        </legend>
        <div className="flex flex-wrap gap-2">
          {DAYS.map((day) => (
            <label
              key={day}
              className="flex min-h-11 items-center gap-2 rounded-full border border-line px-4 text-sm has-checked:border-accent-strong has-checked:bg-accent-soft"
            >
              <input
                type="checkbox"
                name="weekday"
                value={day}
                defaultChecked={input.weekdays.includes(day)}
                className="size-4 accent-(--accent-strong)"
              />
              {WEEKDAY_LABEL[day]}
            </label>
          ))}
        </div>
      </fieldset>
      <SelectField name="shopId" label="En qué tienda" defaultValue={input.shopId}>
        {canChooseAllShops && <option value="">En todas</option>}
        {shops.map(({ id, name }) => (
          <option key={id} value={id}>
            Sólo en {name}
          </option>
        ))}
      </SelectField>
    </Section>
  );
}

/**
 * Which purchases and customers the promotion applies to, its uses per customer, how it combines with other promotions,
 * and the owner's own terms.
 */
export function ConditionFields({ input, errorOf, tags }: FormPartProps & { tags: readonly string[] }) {
  const offeredTags = [...new Set([...tags, input.customerTag])].filter(Boolean);
  return (
    <Section title="Condiciones">
      <div className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        <CheckField
          name="firstPurchaseOnly"
          value="1"
          label="Sólo en la primera compra"
          defaultChecked={input.firstPurchaseOnly}
        >
          Se sabe por la cuenta y el celular.
        </CheckField>
        <CheckField name="withOffers" value="1" label="También en ofertas" defaultChecked={input.withOffers}>
          En lo que ya tiene un precio rebajado.
        </CheckField>
        <CheckField name="withWholesale" value="1" label="También a mayoreo" defaultChecked={input.withWholesale}>
          Sobre el precio de mayoreo.
        </CheckField>
        <CheckField name="withPresale" value="1" label="También en preventas" defaultChecked={input.withPresale} />
        <CheckField name="withTickets" value="1" label="También en boletos" defaultChecked={input.withTickets} />
        <CheckField name="combines" value="1" label="Se combina con otras" defaultChecked={input.combines}>
          Se suma a las que también se combinan. Si no, cada pieza lleva sólo esta.
        </CheckField>
      </div>
      <SelectField
        name="customerTag"
        label="Para quién"
        hint="Las etiquetas se ponen en la página de cada cliente. Se aplica al pagar, cuando se sabe quién compra."
        defaultValue={input.customerTag}
      >
        <option value="">Para todo el mundo</option>
        {offeredTags.map((tag) => (
          <option key={tag} value={tag}>
            Sólo clientes con la etiqueta «{tag}»
          </option>
        ))}
      </SelectField>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          name="perCustomer"
          label="Usos por cliente"
          hint="Vacío: los que quiera"
          inputMode="numeric"
          maxLength={7}
          optional
          defaultValue={input.perCustomer}
          error={errorOf("perCustomer")}
        />
        <TextField
          name="priority"
          label="Prioridad"
          hint="De -100 a 100. Si dos quieren la misma pieza, va primero la más alta; si empatan, la que más descuenta."
          inputMode="text"
          maxLength={4}
          required={false}
          defaultValue={input.priority}
          error={errorOf("priority")}
        />
      </div>
      <TextAreaField
        name="terms"
        label="Tus condiciones"
        hint="Con tus palabras: se leen en la página de promociones, después de las que la tienda escribe sola."
        rows={3}
        maxLength={2_000}
        optional
        defaultValue={input.terms}
      />
    </Section>
  );
}
