import { Notice } from "../../../ui/notice.tsx";
import { BulkResults } from "../../kit/bulk-results.tsx";

interface MoveResult {
  reference: number;
  /** Why the order was not moved; null when it was moved. */
  refusal: string | null;
  /** The references of other orders with the same tracking number. */
  sameTrackingReferences: readonly number[];
}

/** The result of a bulk move for each order, with a warning about tracking numbers that several orders share. */
export function MoveResults({ results }: { results: readonly MoveResult[] }) {
  const resultsWithSharedTracking = results.filter(({ sameTrackingReferences }) => sameTrackingReferences.length > 0);
  return (
    <BulkResults
      results={results.map(({ reference, refusal }) => ({ name: `#${reference}`, refusal }))}
      doneTitleOf={(count) => (count === 1 ? "Un pedido listo" : `${count} pedidos listos`)}
    >
      {resultsWithSharedTracking.length > 0 && (
        <Notice tone="warning" title="Hay guías repetidas: revisa que viajen en una sola caja">
          <ul>
            {resultsWithSharedTracking.map(({ reference, sameTrackingReferences }) => (
              <li key={reference}>
                <span className="font-semibold tabular">#{reference}</span> · la misma guía que{" "}
                {sameTrackingReferences.map((otherReference) => `#${otherReference}`).join(", ")}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </BulkResults>
  );
}
