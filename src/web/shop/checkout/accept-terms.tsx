import { useState } from "react";
import { CheckField } from "../../ui/field.tsx";
import type { Terms } from "./terms-dialog.tsx";
import { loadable } from "../../ui/loadable.tsx";

const TermsDialog = loadable(() => import("./terms-dialog.tsx"));

interface Props {
  terms: Terms;
  accepted: boolean;
  /** The customer must read and accept each page separately. */
  inTwoSteps: boolean;
  onAnswer: (isAccepted: boolean) => void;
}

/**
 * One checkbox, with a link to each page of the terms. If the shop's setting requires two steps, checking the box opens
 * the pages one after the other, and the box is only checked after the last page (rule CHECKOUT-5).
 */
export function AcceptTerms({ terms, accepted, inTwoSteps, onAnswer }: Props) {
  const [pagesToRead, setPagesToRead] = useState<number | "all" | null>(null);
  const answer = (isAccepted: boolean): void => {
    onAnswer(isAccepted);
    setPagesToRead(null);
  };
  return (
    <div className="space-y-1">
      {pagesToRead !== null && (
        <TermsDialog
          pagesToRead={pagesToRead}
          terms={terms}
          onAccept={() => answer(true)}
          onCancel={() => (pagesToRead === "all" ? answer(false) : setPagesToRead(null))}
        />
      )}
      <CheckField
        label="Acepto los términos de la tienda"
        name="terms"
        checked={accepted}
        onChange={(event) =>
          inTwoSteps && event.target.checked ? setPagesToRead("all") : onAnswer(event.target.checked)
        }
      >
        {inTwoSteps && "Se abren para que los leas."}
      </CheckField>
      <ul className="flex flex-wrap gap-x-4 pl-8 text-sm">
        {terms.pages.map(({ title }, index) => (
          <li key={title}>
            <button
              type="button"
              className="min-h-6 py-1 underline underline-offset-4"
              aria-haspopup="dialog"
              onClick={() => setPagesToRead(index)}
            >
              {title}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
