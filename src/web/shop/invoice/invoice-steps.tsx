import { lazy, Suspense, useCallback, useRef } from "react";
import type { PublicShop } from "../../../contract/shop.ts";
import { LoadingRows } from "../../ui/loading-rows.tsx";
import { LookupStep } from "./lookup-step.tsx";
import { useInvoiceSteps } from "./use-invoice-steps.ts";

const ReceiverStep = lazy(() => import("./receiver-step.tsx"));
const ReviewStep = lazy(() => import("./review-step.tsx"));
const IssuedStep = lazy(() => import("./issued-step.tsx"));

/** The steps from the order's number to the invoice's files. */
export function InvoiceSteps({ shop }: { shop: PublicShop }) {
  const invoiceSteps = useInvoiceSteps();
  const { draft, change, order, step } = invoiceSteps;
  const headingRef = useStepHeadingRef();
  if (!draft || invoiceSteps.isFirstSearchRunning) return <LoadingStep label="Buscando tu pedido" />;
  return (
    <Suspense fallback={<LoadingStep label="Cargando" />}>
      {step === "pedido" && (
        <LookupStep
          headingRef={headingRef}
          shop={shop}
          lookup={draft.lookup}
          onChange={(lookup) => change({ lookup })}
          problem={invoiceSteps.lookupProblem}
          busy={invoiceSteps.isSearching}
          onSearch={() => invoiceSteps.submitLookup(draft.lookup)}
        />
      )}
      {step === "datos" && order && (
        <ReceiverStep
          headingRef={headingRef}
          shop={shop}
          order={order}
          receiver={draft.receiver}
          onChange={(receiver) => change({ receiver })}
          problem={invoiceSteps.receiverProblem}
          onDone={invoiceSteps.showReview}
          onChangeOrder={invoiceSteps.changeOrder}
        />
      )}
      {step === "revisar" && order && (
        <ReviewStep
          headingRef={headingRef}
          shop={shop}
          order={order}
          phone={draft.lookup.phone}
          receiver={draft.receiver}
          onBack={invoiceSteps.showReceiver}
          onIssued={(issued) => change({ issued })}
        />
      )}
      {step === "lista" && draft.issued && (
        <IssuedStep
          headingRef={headingRef}
          shop={shop}
          issued={draft.issued}
          onInvoiceAnother={invoiceSteps.startAgain}
        />
      )}
    </Suspense>
  );
}

/**
 * The ref of a step's heading. When the code of a new step is loaded, the page is scrolled to the top and the heading
 * gets the focus for screen readers. This does not happen for the first step that is shown.
 */
function useStepHeadingRef() {
  const lastHeadingId = useRef<string | null>(null);
  return useCallback((element: HTMLElement | null) => {
    if (!element) return;
    if (lastHeadingId.current !== null && lastHeadingId.current !== element.id) {
      window.scrollTo(0, 0);
      element.focus();
    }
    lastHeadingId.current = element.id;
  }, []);
}

function LoadingStep({ label }: { label: string }) {
  return <LoadingRows label={label} rowCount={3} rowClasses="h-14" className="space-y-5" />;
}
