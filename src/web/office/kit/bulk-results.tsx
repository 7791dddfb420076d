import type { ReactNode } from "react";
import { Notice } from "../../ui/notice.tsx";

export interface BulkResult {
  /** The item's name for staff, such as "#1024" or "1024-2". */
  name: string;
  /** Why the item was not changed; null when it was changed. */
  refusal: string | null;
}

/** The result of each item of a bulk action: refused ones first, because staff must act on them. */
export function BulkResults({
  results,
  doneTitleOf,
  children,
}: {
  results: readonly BulkResult[];
  /** The sentence above the names of `count` changed items. */
  doneTitleOf: (count: number) => string;
  /** More notices, shown before the changed items. */
  children?: ReactNode;
}) {
  const refusedResults = results.filter(({ refusal }) => refusal !== null);
  const changedResults = results.filter(({ refusal }) => refusal === null);
  return (
    <div role="status" className="space-y-3">
      {refusedResults.length > 0 && (
        <Notice
          tone="error"
          title={
            refusedResults.length === 1
              ? "Uno se quedó como estaba"
              : `${refusedResults.length} se quedaron como estaban`
          }
        >
          <ul>
            {refusedResults.map(({ name, refusal }) => (
              <li key={name}>
                <span className="font-semibold tabular">{name}</span> · {refusal}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {children}
      {changedResults.length > 0 && (
        <Notice tone="success" icon="check" title={doneTitleOf(changedResults.length)}>
          {changedResults.map(({ name }) => name).join(", ")}
        </Notice>
      )}
    </div>
  );
}
