import type { Cart } from "../../../contract/carts.ts";
import type { Customer } from "../../../contract/customers.ts";
import { Button } from "../../ui/button.tsx";
import { AcceptTerms } from "./accept-terms.tsx";
import { ConfirmOrder } from "./confirm-order.tsx";
import type { CheckoutDraft } from "./draft.ts";
import type { Terms } from "./terms-dialog.tsx";
import type { ConfirmState } from "./use-confirm-order.ts";

interface Props {
  cart: Cart;
  customer: Customer;
  state: ConfirmState;
  terms: Terms;
  termsInTwoSteps: boolean;
  changeDraft: (changes: Partial<CheckoutDraft>) => void;
  onBack: () => void;
}

/** The end of the last screen: the terms, the button that places the order, and the button that goes back. */
export default function ReviewActions({ cart, customer, state, terms, termsInTwoSteps, changeDraft, onBack }: Props) {
  return (
    <>
      <AcceptTerms
        terms={terms}
        accepted={state.accepted}
        inTwoSteps={termsInTwoSteps}
        onAnswer={(isAccepted) => changeDraft({ termsVersion: isAccepted ? terms.version : null })}
      />
      <ConfirmOrder cart={cart} customer={customer} state={state} />
      <p className="text-center">
        <Button variant="quiet" onClick={onBack}>
          Atrás
        </Button>
      </p>
    </>
  );
}
