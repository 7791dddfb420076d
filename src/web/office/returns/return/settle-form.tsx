import { formatClabe } from "../../../../domain/clabe.ts";
import { formatMoney } from "../../../../domain/money.ts";
import { RadioCard, TextField } from "../../../ui/field.tsx";
import { PostForm } from "../../kit/post-form.tsx";
import { Section } from "../../kit/section.tsx";
import type { ReturnPageData } from "./route.tsx";

type Props = ReturnPageData & { failure: string | undefined };

/** Settles a return: refunds its money, and ships the new pieces of an exchange. */
export function SettleForm({ failure, ...page }: Props) {
  const { returnRow } = page;
  const hasNewPieces = returnRow.lines.some(({ held }) => held > 0);
  const isRefund = returnRow.refundCents > 0;
  return (
    <Section title="Terminar">
      <PostForm
        failure={failure}
        submitLabel={isRefund ? `Devolver ${formatMoney(returnRow.refundCents)}` : "Terminar"}
      >
        <input type="hidden" name="intent" value="settle" />
        {isRefund && (
          <>
            <RefundFields {...page} cents={returnRow.refundCents} />
            <details className="space-y-4">
              <summary className="min-h-9 cursor-pointer text-sm font-semibold">Devolver menos</summary>
              <TextField name="amount" label="Cuánto, en pesos" optional inputMode="decimal" maxLength={20} />
              <TextField name="lessBecause" label="Por qué" hint="El cliente lo lee." optional maxLength={200} />
            </details>
          </>
        )}
        {hasNewPieces && (
          <div className="space-y-4">
            <p className="text-sm font-semibold">El cambio sale ahora</p>
            <TextField name="exchangeCarrier" label="Paquetería" optional maxLength={60} />
            <TextField
              name="exchangeGuide"
              label="Guía"
              hint="Vacía si lo entregas en persona."
              optional
              maxLength={60}
            />
          </div>
        )}
      </PostForm>
    </Section>
  );
}

/** Refunds the money of a settled return whose refund failed or whose transfer was withdrawn. */
export function RefundAgainForm({ failure, ...page }: Props) {
  return (
    <Section title="Devolver lo que falta">
      <PostForm failure={failure} submitLabel={`Devolver ${formatMoney(page.unpaidCents)}`}>
        <input type="hidden" name="intent" value="refundAgain" />
        <RefundFields {...page} cents={page.unpaidCents} />
      </PostForm>
    </Section>
  );
}

/**
 * How the money is refunded. The other method refunds what the chosen one cannot (`splitRefund`). The form says how
 * much that is.
 */
function RefundFields({ returnRow, refundableAmounts, cents }: ReturnPageData & { cents: number }) {
  if (!refundableAmounts) return null;
  const { providerCents, transferCents } = refundableAmounts;
  const hasProviderMoney = providerCents > 0;
  const restByTransferCents = Math.max(0, cents - providerCents);
  const restByProviderCents = Math.max(0, cents - transferCents);
  return (
    <fieldset className="space-y-3">
      <legend className="mb-1.5 text-sm font-semibold">Por dónde regresa</legend>
      {hasProviderMoney && (
        <RadioCard name="preferredMethod" value="provider" title="Por el proveedor de pagos" defaultChecked>
          Al medio con el que se pagó. Puede devolver {formatMoney(providerCents)}.
          {restByTransferCents > 0 &&
            transferCents > 0 &&
            ` Los otros ${formatMoney(restByTransferCents)} los mandas tú por transferencia: anota abajo su referencia.`}
        </RadioCard>
      )}
      {(transferCents > 0 || !hasProviderMoney) && (
        <>
          <RadioCard
            name="preferredMethod"
            value="transfer"
            title="Por transferencia"
            defaultChecked={!hasProviderMoney}
          >
            {returnRow.clabe ? `A la CLABE ${formatClabe(returnRow.clabe)}.` : "El cliente no dejó su CLABE: pídesela."}
            {hasProviderMoney &&
              restByProviderCents > 0 &&
              ` Así puedes devolver ${formatMoney(transferCents)}; los otros ${formatMoney(restByProviderCents)} regresan por el proveedor.`}
          </RadioCard>
          <TextField name="reference" label="Referencia o clave de rastreo" optional maxLength={60} />
          <TextField name="sentOn" label="Día en que la hiciste" hint="Sin día, hoy." optional type="date" />
        </>
      )}
      {providerCents + transferCents < cents && (
        <p className="text-sm text-error">
          Del pedido solo quedan {formatMoney(providerCents + transferCents)}: devuelve menos y di por qué.
        </p>
      )}
    </fieldset>
  );
}
