import { lazy, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { useLocation, useSearchParams } from "react-router";
import type { Problem } from "../../../contract/problem.ts";
import type { App } from "../../../contract/shop.ts";
import { phoneDigits } from "../../../domain/phone.ts";
import { call, type AnswerOf } from "../../client.ts";
import { Waiting } from "../../ui/notice.tsx";
import { useInvoiceDraft, type InvoiceDraft } from "./draft.ts";
import { LookupStep } from "./lookup-step.tsx";

const ReceiverStep = lazy(() => import("./receiver-step.tsx"));
const ReviewStep = lazy(() => import("./review-step.tsx"));
const Issued = lazy(() => import("./issued.tsx"));

export type FoundOrder = AnswerOf<"findOrderToInvoice">["order"];
type Step = "pedido" | "datos" | "revisar" | "lista";

/** From the order's number to the invoice's files. The step is in the address, so that Back goes one step back. */
export function Journey({ shop }: { shop: App }) {
  const { draft, change, clear } = useInvoiceDraft();
  const [order, setOrder] = useState<FoundOrder | null>(null);
  const [isLooking, setLooking] = useState(false);
  const [lookupProblem, setLookupProblem] = useState<Problem | null>(null);
  const [dataProblem, setDataProblem] = useState<Problem | null>(null);
  const [query, setQuery] = useSearchParams();
  const asked = query.get("paso");
  const step: Step = draft?.issued ? "lista" : order && (asked === "datos" || asked === "revisar") ? asked : "pedido";
  const go = (next: "datos" | "revisar" | null, { replace = false } = {}): void =>
    setQuery(next ? { paso: next } : {}, { replace, preventScrollReset: false });

  const look = useCallback(
    async (lookup: InvoiceDraft["lookup"]): Promise<boolean> => {
      setLooking(true);
      setLookupProblem(null);
      const phone = phoneDigits(lookup.phone) ?? lookup.phone;
      const params = { reference: lookup.reference.replaceAll(/[\s#]/g, "") };
      const outcome = await call("findOrderToInvoice", { params, query: { phone } });
      setLooking(false);
      if (outcome.ok) setOrder(outcome.data.order);
      else setLookupProblem(outcome.problem);
      change({ isFound: outcome.ok });
      return outcome.ok;
    },
    [change],
  );

  // Come from the order's page, which says which one, or back after a reload: nothing is asked for twice.
  const given = useLocation().state as InvoiceDraft["lookup"] | null;
  const began = useRef(false);
  useEffect(() => {
    if (!draft || began.current) return;
    began.current = true;
    const isOther = given?.reference !== undefined && given.reference !== draft.lookup.reference;
    if (given?.reference && (isOther || !draft.issued)) {
      change({ lookup: given, ...(isOther && { issued: null }) });
      void look(given).then((found) => found && asked === null && go("datos", { replace: true }));
    } else if (draft.isFound && !draft.issued) void look(draft.lookup);
  });

  // A new step begins at its heading, for eyes and for screen readers, as soon as its code is there. The first one stays.
  const shown = useRef<string | null>(null);
  const heading = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    if (shown.current !== null && shown.current !== element.id) {
      window.scrollTo(0, 0);
      element.focus();
    }
    shown.current = element.id;
  }, []);

  if (!draft || (isLooking && (draft.isFound || given) && !order)) return <Searching label="Buscando tu pedido" />;
  return (
    <Suspense fallback={<Searching label="Cargando" />}>
      {step === "pedido" && (
        <LookupStep
          heading={heading}
          shop={shop}
          lookup={draft.lookup}
          onChange={(lookup) => change({ lookup })}
          problem={lookupProblem}
          busy={isLooking}
          onLook={async () => {
            if (await look(draft.lookup)) go("datos");
          }}
        />
      )}
      {step === "datos" && order && (
        <ReceiverStep
          heading={heading}
          shop={shop}
          order={order}
          receiver={draft.receiver}
          onChange={(receiver) => change({ receiver })}
          problem={dataProblem}
          onDone={() => {
            setDataProblem(null);
            go("revisar");
          }}
          onOther={() => go(null)}
        />
      )}
      {step === "revisar" && order && (
        <ReviewStep
          heading={heading}
          shop={shop}
          order={order}
          phone={draft.lookup.phone}
          receiver={draft.receiver}
          onBack={(problem) => {
            setDataProblem(problem);
            go("datos", { replace: problem !== null });
          }}
          onIssued={(issued) => change({ issued })}
        />
      )}
      {step === "lista" && draft.issued && (
        <Issued
          heading={heading}
          shop={shop}
          issued={draft.issued}
          onAnother={() => {
            clear();
            setOrder(null);
            go(null);
          }}
        />
      )}
    </Suspense>
  );
}

function Searching({ label }: { label: string }) {
  return <Waiting label={label} rows={3} row="h-14" className="space-y-5" />;
}
