import { formatMoney, type Cents } from "../../../../domain/money.ts";
import { Button } from "../../../ui/button.tsx";
import { Section } from "../../kit/section.tsx";
import type { OrderEditing } from "./use-edit.ts";

/** Each amount before and after the edit, the difference to tell the customer, and the button that saves. */
export function EditSummary({ editing, hasEmail }: { editing: OrderEditing; hasEmail: boolean }) {
  const { preview, isComputing, isSaving, save } = editing;
  const { amounts, totalBeforeCents, totalAfterCents, wholesale, releasedCodes } = preview;
  return (
    <Section title="Antes y ahora">
      <table className="w-full text-sm" aria-busy={isComputing}>
        <thead>
          <tr className="text-left text-soft">
            <th scope="col" className="pb-2 font-normal">
              <span className="sr-only">Concepto</span>
            </th>
            <th scope="col" className="pb-2 text-right font-normal">
              Antes
            </th>
            <th scope="col" className="pb-2 text-right font-normal">
              Ahora
            </th>
          </tr>
        </thead>
        <tbody>
          {amounts.map(({ label, ...cents }) => (
            <tr key={label} className={label === "Total" ? "border-t border-line text-base font-bold" : undefined}>
              <th scope="row" className="py-1 pr-2 text-left font-[inherit] wrap-anywhere">
                {label}
              </th>
              <td className="tabular py-1 pl-2 text-right align-top">{formatMoney(cents.beforeCents)}</td>
              <td className="tabular py-1 pl-2 text-right align-top">{formatMoney(cents.afterCents)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p role="status" className="font-semibold">
        {isComputing ? "Calculando…" : differenceSentence(totalAfterCents - totalBeforeCents)}
      </p>
      <div className="space-y-1 text-sm text-soft">
        {wholesale.before !== wholesale.after && (
          <p>{wholesale.after ? "Con estas piezas aplica el mayoreo." : "Con estas piezas ya no aplica el mayoreo."}</p>
        )}
        {releasedCodes.map((code) => (
          <p key={code}>El cupón {code} ya no descuenta nada: el cliente lo puede usar en otro pedido.</p>
        ))}
        <p>
          {hasEmail
            ? "Al guardar, el cliente recibe un correo con lo que cambió y cómo pagar."
            : "El cliente no dejó correo: dile tú el total nuevo."}
        </p>
      </div>
      <Button wide onClick={save} busy={isSaving}>
        Guardar cambios
      </Button>
    </Section>
  );
}

function differenceSentence(cents: Cents): string {
  if (cents === 0) return "El total queda igual.";
  return cents > 0 ? `Son ${formatMoney(cents)} más.` : `Son ${formatMoney(-cents)} menos.`;
}
