import { RadioCard } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { CheckoutDraft } from "./draft.ts";

export interface PaymentMethod {
  key: "MP" | "TB";
  name: string;
  message: string;
}

interface Props {
  methods: PaymentMethod[];
  draft: CheckoutDraft;
  change: (part: Partial<CheckoutDraft>) => void;
}

export function PaymentChoice({ methods, draft, change }: Props) {
  return (
    <fieldset className="space-y-3">
      <legend className="mb-3 text-lg font-semibold">Forma de pago</legend>
      {methods.length === 0 && <Notice tone="warning" title="Por ahora esta tienda no puede cobrar pedidos" />}
      {methods.map((method) => (
        <RadioCard
          key={method.key}
          name="method"
          checked={draft.paymentMethod === method.key}
          onChange={() => change({ paymentMethod: method.key })}
          title={method.name}
        >
          {method.message}
        </RadioCard>
      ))}
    </fieldset>
  );
}
