import { Form, useNavigation } from "react-router";
import { formatDay } from "../../../../domain/format-day.ts";
import { FIRST_VAT_DAY, findPeriodOn, VAT_LABEL, VAT_TREATMENTS, withLastDays } from "../../../../domain/vat.ts";
import type { VatHistory as ItemWithVatPeriods } from "../../../../server/invoicing/vat-treatments.ts";
import { Button } from "../../../ui/button.tsx";
import { SelectField, TextField } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";

/** The values of a refused form, and why it was refused. */
export interface RefusedVatForm {
  id: string;
  treatment: string;
  validFrom: string;
  refused: string;
  failure: string;
}

interface VatRowProps {
  kind: "categories" | "products";
  item: ItemWithVatPeriods;
  today: string;
  /** The page's search term. The saved form leads back to that search. */
  term: string;
  /** The page's refused form, which may be that of another row. */
  refusedVatForm?: RefusedVatForm;
}

/** A category or product with today's VAT, a form to change it, and its history. */
export function VatRow({ kind, item, today, term, refusedVatForm }: VatRowProps) {
  const { id, name, periods } = item;
  const refusedForm = refusedVatForm?.id === id ? refusedVatForm : undefined;
  const currentTreatment = findPeriodOn(today, periods)?.treatment ?? "inherit";
  const labels = { ...VAT_LABEL, inherit: inheritedLabel(kind, name) };
  const busy = useNavigation().formData?.get("id") === id;
  return (
    <li className="py-1">
      <details open={refusedForm !== undefined}>
        <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-4 gap-y-1 py-1 text-sm">
          <span className="w-full font-semibold wrap-anywhere sm:w-auto sm:flex-1">{name}</span>
          <span className={currentTreatment === "inherit" ? "text-soft" : "font-semibold"}>
            {labels[currentTreatment]}
          </span>
          <span className="font-semibold underline underline-offset-4">
            Cambiar<span className="sr-only"> el IVA de {name}</span>
          </span>
        </summary>
        <Form method="post" preventScrollReset className="grid gap-4 pt-2 pb-4 sm:grid-cols-2">
          <input type="hidden" name="of" value={kind} />
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="q" value={term} />
          <input type="hidden" name="seen" value={Math.max(0, ...periods.map((period) => period.id))} />
          {refusedForm && (
            <div className="sm:col-span-2">
              <Notice tone="error" alert title={refusedForm.failure} />
            </div>
          )}
          <SelectField
            name="treatment"
            label="IVA"
            defaultValue={refusedForm?.treatment ?? currentTreatment}
            error={refusedForm?.refused === "vat_unknown" ? refusedForm.failure : undefined}
          >
            {(["inherit", ...VAT_TREATMENTS] as const).map((treatment) => (
              <option key={treatment} value={treatment}>
                {labels[treatment]}
              </option>
            ))}
          </SelectField>
          <TextField
            name="validFrom"
            label="Desde qué día"
            type="date"
            defaultValue={refusedForm?.validFrom ?? today}
            error={refusedForm?.refused === "vat_day_invalid" ? refusedForm.failure : undefined}
            hint="Cuenta el día del pedido. Con un día pasado, las facturas ya hechas no cambian."
          />
          <div className="sm:col-span-2">
            <Button type="submit" variant="secondary" busy={busy} aria-label={`Guardar el IVA de ${name}`}>
              Guardar
            </Button>
          </div>
          <PeriodList item={item} labels={labels} />
        </Form>
      </details>
    </li>
  );
}

/** The label of an inherited treatment, for example "El de Mujer" for "Mujer › Vestidos". */
function inheritedLabel(kind: VatRowProps["kind"], name: string): string {
  if (kind === "products") return "El de su categoría";
  const parent = name.split(" › ").at(-2);
  return parent === undefined ? "El general, sin elegir" : `El de ${parent}`;
}

function PeriodList({ item, labels }: { item: ItemWithVatPeriods; labels: typeof VAT_LABEL }) {
  if (item.periods.length === 0) return null;
  return (
    <ul className="space-y-1 text-sm sm:col-span-2" aria-label={`Historia del IVA de ${item.name}`}>
      {withLastDays(item.periods).map(({ id, treatment, validFrom, validUntil, actor }) => (
        <li key={id} className="wrap-anywhere">
          <span className="font-semibold">{labels[treatment]}</span>{" "}
          {validFrom === FIRST_VAT_DAY ? "desde el principio" : `desde el ${formatDay(validFrom)}`}
          {validUntil && ` hasta el ${formatDay(validUntil)}`} <span className="text-soft">· {actor}</span>
        </li>
      ))}
    </ul>
  );
}
