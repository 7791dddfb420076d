import { useCallback, useEffect, useRef, useState } from "react";
import { useLocation, useSearchParams } from "react-router";
import type { Problem } from "../../../contract/problem.ts";
import { phoneDigits } from "../../../domain/phone.ts";
import { call, type AnswerOf } from "../../client.ts";
import { useInvoiceDraft, type InvoiceDraft } from "./draft.ts";

export type FoundOrder = AnswerOf<"findOrderToInvoice">["order"];
type Step = "pedido" | "datos" | "revisar" | "lista";

/**
 * The order to invoice and the current step. The steps of the fiscal data and the review are in the URL, so that Back
 * returns to the previous step. The last step is shown while the draft has an issued invoice.
 */
export function useInvoiceSteps() {
  const { draft, change, clear } = useInvoiceDraft();
  const [order, setOrder] = useState<FoundOrder | null>(null);
  const [isSearching, setSearching] = useState(false);
  const [hasSearched, setSearched] = useState(false);
  const [lookupProblem, setLookupProblem] = useState<Problem | null>(null);
  const [receiverProblem, setReceiverProblem] = useState<Problem | null>(null);
  const [query, setQuery] = useSearchParams();
  const requestedStep = query.get("paso");
  const isReachable = order !== null && (requestedStep === "datos" || requestedStep === "revisar");
  const step: Step = draft?.issued ? "lista" : isReachable ? requestedStep : "pedido";
  const goToStep = (next: "datos" | "revisar" | null, { replace = false } = {}): void =>
    setQuery(next ? { paso: next } : {}, { replace, preventScrollReset: false });

  const findOrder = useCallback(
    async (lookup: InvoiceDraft["lookup"]): Promise<boolean> => {
      setSearching(true);
      setLookupProblem(null);
      const phone = phoneDigits(lookup.phone) ?? lookup.phone;
      const params = { reference: lookup.reference.replaceAll(/[\s#]/g, "") };
      const outcome = await call("findOrderToInvoice", { params, query: { phone } });
      setSearching(false);
      setSearched(true);
      if (outcome.ok) setOrder(outcome.data.order);
      else setLookupProblem(outcome.problem);
      change({ isFound: outcome.ok });
      return outcome.ok;
    },
    [change],
  );

  // The number and phone come from the order's page, or from the draft after a reload, so that nothing is typed twice.
  const linkedLookup = useLocation().state as InvoiceDraft["lookup"] | null;
  const hasStarted = useRef(false);
  useEffect(() => {
    if (!draft || hasStarted.current) return;
    hasStarted.current = true;
    const isOtherOrder = linkedLookup?.reference !== undefined && linkedLookup.reference !== draft.lookup.reference;
    if (linkedLookup?.reference && (isOtherOrder || !draft.issued)) {
      change({ lookup: linkedLookup, ...(isOtherOrder && { issued: null }) });
      void findOrder(linkedLookup).then(
        (isFound) => isFound && requestedStep === null && goToStep("datos", { replace: true }),
      );
    } else if (draft.isFound && !draft.issued) void findOrder(draft.lookup);
  });

  return {
    draft,
    change,
    order,
    step,
    isSearching,
    /** The first search is running, so no step can be shown yet. */
    isFirstSearchRunning: isSearching && !hasSearched && (draft?.isFound || linkedLookup !== null) && !order,
    lookupProblem,
    receiverProblem,
    async submitLookup(lookup: InvoiceDraft["lookup"]): Promise<void> {
      if (await findOrder(lookup)) goToStep("datos");
    },
    showReview(): void {
      setReceiverProblem(null);
      goToStep("revisar");
    },
    /** Returns to the fiscal data, with the problem of a refused field, or null. */
    showReceiver(problem: Problem | null): void {
      setReceiverProblem(problem);
      goToStep("datos", { replace: problem !== null });
    },
    /** Returns to the search for an order. */
    changeOrder: (): void => goToStep(null),
    startAgain(): void {
      clear();
      setOrder(null);
      goToStep(null);
    },
  };
}
