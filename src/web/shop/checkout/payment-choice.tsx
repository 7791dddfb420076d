import { formatMoney, toCents } from "../../../domain/money.ts";
import { onlineFeeCents, type OnlineFee } from "../../../domain/online-fee.ts";
import { RadioCard } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { CheckoutDraft } from "./draft.ts";
import type { WireQuote } from "./use-quote.ts";

export interface PaymentMethod {
  key: "MP" | "TB";
  name: string;
  message: string;
  /** What this payment method adds to the total. Null if it adds nothing. */
  fee: OnlineFee | null;
  /** The fee in words. Empty without a fee. */
  feeNote: string;
}

interface Props {
  methods: PaymentMethod[];
  /** The figures for the current choices. Null until they are loaded, and if that fails. */
  quote: WireQuote | null;
  draft: CheckoutDraft;
  changeDraft: (changes: Partial<CheckoutDraft>) => void;
}

/** The payment methods, each with the total that it charges. */
export function PaymentChoice({ methods, quote, draft, changeDraft }: Props) {
  return (
    <fieldset className="space-y-3">
      <legend className="mb-3 text-lg font-semibold">Forma de pago</legend>
      {methods.length === 0 && <Notice tone="warning" title="Por ahora esta tienda no puede cobrar pedidos" />}
      {methods.map((method) => (
        <RadioCard
          key={method.key}
          name="method"
          checked={draft.paymentMethod === method.key}
          onChange={() => changeDraft({ paymentMethod: method.key })}
          title={method.name}
          aside={quote && formatMoney(grandTotalCents(quote, method))}
        >
          {method.message}
          {method.feeNote && <span className="block text-xs">{method.feeNote}</span>}
        </RadioCard>
      ))}
    </fieldset>
  );
}

/** The total with this payment method. After it is chosen, the server's figures are used (rule CHECKOUT-1). */
function grandTotalCents({ total }: WireQuote, { fee }: PaymentMethod): number {
  const cents = toCents(total);
  return fee ? cents + onlineFeeCents(cents, fee) : cents;
}
