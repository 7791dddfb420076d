import type { Cart } from "../../../contract/carts.ts";
import { installmentsText } from "../../../domain/installments.ts";
import { toCents } from "../../../domain/money.ts";

/**
 * "Hasta 6 meses sin intereses de $216.50" below a total in pesos. Nothing is shown without installments (rule MSI-2).
 */
export function InstallmentsNote({
  installments,
  total,
}: {
  installments: Cart["totals"]["installments"];
  total: number;
}) {
  if (!installments) return null;
  const { months, amount } = installments;
  return (
    <p className="text-sm font-normal text-soft">
      {installmentsText({ months, amountCents: toCents(amount) }, toCents(total))}, con tarjeta
    </p>
  );
}
